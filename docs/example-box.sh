#!/usr/bin/env bash
# A box in one page: claims its terminal with curl and openssl, then publishes one temperature (example_box.py).
# It follows docs/protocol.md and nothing else. Debian: apt install curl openssl python3 python3-paho-mqtt
set -euo pipefail

# Requirements are checked before the claim, because a code is valid once. The Python with the MQTT library is PYTHON if set,
# else the first on the path, or Debian's own.
python=
for one in ${PYTHON:-python3 /usr/bin/python3}; do
  if "$one" -c 'import paho.mqtt.client' 2>/dev/null; then python=$one && break; fi
done
for program in curl openssl; do
  command -v "$program" >/dev/null || { echo "$program is missing: apt install $program" >&2 && exit 3; }
done
if [ -z "$python" ]; then
  echo "no Python with paho-mqtt: apt install python3-paho-mqtt, or say PYTHON=/path/to/one that has it" >&2
  exit 3
fi
if [ "${1:-}" = --check ]; then
  echo "$python"
  exit
fi

if [ $# -lt 4 ]; then
  echo "usage: [PYTHON=…] $0 --check | <http://platform:8080> <broker host:port, or - for the claim's> <uid> <claim code> [temperature [--stay SECONDS] [--locked ADDRESS]]" >&2
  exit 2
fi
http=$1 broker=$2 uid=$3 code=$4 value=${5:-21.5}
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

base64url() { openssl base64 -A | tr '+/' '-_' | tr -d '='; }
hex() { od -An -v -tx1 | tr -d ' \n'; }

# The box's own key: the last 32 bytes of the DER form are the raw key. A real box creates it once and keeps it.
openssl genpkey -algorithm ed25519 -out "$work/box.pem"
openssl pkey -in "$work/box.pem" -pubout -outform DER | tail -c 32 >"$work/pubkey"
openssl rand 16 >"$work/nonce"

# K = SHA-256(code), proof = HMAC-SHA-256(K, nonce ‖ pubkey)
plain=$(printf %s "$code" | tr -d ' -' | tr '[:lower:]' '[:upper:]' | tr 'OIL' '011')
key=$(printf %s "$plain" | openssl dgst -sha256 -binary | hex)
proof=$(cat "$work/nonce" "$work/pubkey" | openssl dgst -sha256 -mac HMAC -macopt "hexkey:$key" -binary | base64url)

printf '{"uid":"%s","nonce":"%s","proof":"%s","pubkey":"%s"}' \
  "$uid" "$(base64url <"$work/nonce")" "$proof" "$(base64url <"$work/pubkey")" >"$work/request.json"
umask 077
status=$(curl --silent --show-error --max-time 20 -H 'content-type: application/json' --output "$work/claim.json" \
  --write-out '%{http_code}' --data-binary @"$work/request.json" "$http/device/v1/claim")
if [ "$status" != 200 ]; then
  echo "the claim was refused ($status): a code holds once, for 24 hours and 5 tries; $(cat "$work/claim.json")" >&2
  exit 1
fi
echo "claimed $uid"

"$python" "$here/example_box.py" "$work/claim.json" "$broker" "$value" "${@:6}"
