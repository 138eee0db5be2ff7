#!/usr/bin/env bash
# A box in one page: claims its place with curl and openssl, then publishes one temperature (example_box.py).
# It follows docs/protocol.md and nothing else. Debian: apt install curl openssl python3 python3-paho-mqtt
set -euo pipefail

if [ $# -lt 4 ]; then
  echo "usage: $0 <http://platform:8080> <broker host:port, or - for the claim's> <uid> <claim code> [temperature]" >&2
  exit 2
fi
http=$1 broker=$2 uid=$3 code=$4 value=${5:-21.5}
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

base64url() { openssl base64 -A | tr '+/' '-_' | tr -d '='; }
hex() { od -An -v -tx1 | tr -d ' \n'; }

# The box's own key: 32 raw bytes are the end of the DER form. A real box makes it once and keeps it.
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
curl --fail --silent --show-error --max-time 20 -H 'content-type: application/json' \
  --data-binary @"$work/request.json" "$http/device/v1/claim" >"$work/claim.json"
echo "claimed $uid"

"${PYTHON:-python3}" "$here/example_box.py" "$work/claim.json" "$broker" "$value"
