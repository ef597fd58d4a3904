// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace tfrec {

/// Makes SIGINT and SIGTERM ask for a stop; a second one ends the process at once with the signal's own
/// effect. Where a stop takes longer than a second (a huge image in a library's hands) the process ends as
/// a killed one does, with the same message and exit code: what it leaves is cleared by the next run.
void stop_on_signals();

/// Throws Error (interrupted or terminated) once a signal asked for a stop. Long loops call it once per item.
void throw_if_stopped();

/// That error has been printed: if the process takes too long to exit, it ends without printing it again.
void stop_is_reported();

}  // namespace tfrec
