# SPDX-License-Identifier: Apache-2.0
# Sourced by what runs tests with the Python that has TensorFlow: TFREC_INTEROP_PYTHON, or the one of
# build/interop-venv, which tests/run.sh makes.
# shellcheck shell=bash
python=${TFREC_INTEROP_PYTHON:-$(dirname "${BASH_SOURCE[0]}")/../../build/interop-venv/bin/python}

has_modules() {  # MODULE...
  "$python" -c 'import importlib.util as u, sys; sys.exit(not all(map(u.find_spec, sys.argv[1:])))' "$@" 2>/dev/null
}

has_tensorflow() { has_modules tensorflow; }

# Ends the test as skipped (77), loudly; with CI=true as failed, for nobody reads a green run's banners.
skip() {  # WHAT [PACKAGES]
  echo "*******************************************************************************"
  echo "* SKIPPED: $1"
  echo "* No Python with ${2:-TensorFlow} at $python"
  echo "* Nothing was tested against real TensorFlow. tests/run.sh installs it, or:"
  echo "*   python3 -m venv build/interop-venv"
  echo "*   build/interop-venv/bin/pip install --no-deps -r tests/interop/requirements.txt"
  echo "*******************************************************************************"
  if [ "${CI:-}" = true ]; then
    echo "interop: CI=true, so a skipped test is a failed one"
    exit 1
  fi
  exit 77
}

export TF_CPP_MIN_LOG_LEVEL=3 TF_ENABLE_ONEDNN_OPTS=0 CUDA_VISIBLE_DEVICES='' PYTHONDONTWRITEBYTECODE=1
