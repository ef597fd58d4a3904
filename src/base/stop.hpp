// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace tfrec {

/// Makes SIGINT and SIGTERM ask for a stop; a second one ends the process at once with the signal's own
/// effect.
void stop_on_signals();

/// Throws Error (interrupted or terminated) once a signal asked for a stop. Long loops call it once per item.
void throw_if_stopped();

}  // namespace tfrec
