# SPDX-License-Identifier: Apache-2.0
# Sourced by run.sh: a Spark of a master and two workers with one core each, on loopback, in the folder ./spark.
# Sets `master` to its address. They end with the shell.
# shellcheck shell=bash

# A Python that has pyspark: PYTHON, or a new environment with it.
find_pyspark() {
  python=${PYTHON:-python3}
  if ! "$python" -c 'import pyspark' 2>/dev/null; then
    step python3 -m venv venv
    step venv/bin/pip install --quiet pyspark
    python=$PWD/venv/bin/python
  fi
  export PYSPARK_PYTHON=$python PYSPARK_DRIVER_PYTHON=$python
  SPARK_HOME=$("$python" -c 'import pyspark; print(pyspark.__path__[0])')
  export SPARK_HOME
}

free_port() { "$python" -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])'; }

spark_pids=()
end_spark() { kill "${spark_pids[@]}" 2>/dev/null || true; }

daemon() {  # NAME CLASS ARGUMENT...
  "$SPARK_HOME/bin/spark-class" "org.apache.spark.deploy.$2" --host 127.0.0.1 --webui-port 0 "${@:3}" \
    >"spark/$1.log" 2>&1 &
  spark_pids+=($!)
  echo $! >"spark/$1.pid"
}

logged() {  # FILE TEXT TIMES: waits until a log has a text
  local tries=0
  until [ "$(grep -c "$2" "$1")" -ge "$3" ]; do
    if [ $((tries += 1)) -gt 600 ]; then cat "$1" >&2; exit 3; fi
    sleep 0.1
  done
}

start_spark() {
  find_pyspark
  mkdir -p spark
  export SPARK_LOCAL_IP=127.0.0.1 SPARK_LOCAL_DIRS=$PWD/spark/local
  trap end_spark EXIT
  local port
  port=$(free_port)
  master=spark://127.0.0.1:$port
  daemon master master.Master --port "$port"
  logged spark/master.log 'I have been elected leader' 1
  local worker
  for worker in 1 2; do
    daemon "worker$worker" worker.Worker --cores 1 --memory 1g --work-dir "$PWD/spark/work$worker" "$master"
  done
  logged spark/master.log 'Registering worker' 2
}
