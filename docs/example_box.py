"""A box in one page: connects, says hello, takes its configuration, publishes one temperature, waits until it is stored.

usage: example_box.py <answer of the claim> <broker host:port, or - for the claim's> <temperature>
It follows docs/protocol.md, and runs alarms that need no permanence. What a real box has and this one lacks: a store on disk,
all other rules, outputs, reconnection.
"""

import base64
import hashlib
import json
import operator
import re
import secrets
import ssl
import subprocess
import sys
import tempfile
import threading
import time

import paho.mqtt.client as mqtt

claim = json.load(open(sys.argv[1]))
host, port = claim["mqtt"]["host"], claim["mqtt"]["port"]
if sys.argv[2] != "-":
    host, port = sys.argv[2].rsplit(":", 1)
value = float(sys.argv[3])

uid = claim["uid"]
sid = secrets.token_urlsafe(9)
epoch = secrets.randbelow(2**31 - 2) + 1  # this box forgets everything, so every run is a new life
done = threading.Event()
parts, bodies, desired = {}, {}, {}
sent = {"last": 1}
clock = {"offset": time.time() * 1000 - time.monotonic() * 1000, "q": 1}


def mono():
    return time.monotonic() * 1000


def publish(topic, message, qos=1, retain=False):
    client.publish(f"fb/v1/{uid}/{topic}", json.dumps(message), qos, retain)


def is_signed(document, signature):
    """Ed25519 by openssl; the 12 bytes before the key make it a SubjectPublicKeyInfo."""
    key = bytes.fromhex("302a300506032b6570032100") + base64.b64decode(claim["signKey"] + "=")
    with tempfile.TemporaryDirectory() as folder:
        for name, content in {"key": key, "document": document, "signature": signature}.items():
            with open(f"{folder}/{name}", "wb") as file:
                file.write(content)
        check = ["openssl", "pkeyutl", "-verify", "-pubin", "-keyform", "DER", "-inkey", f"{folder}/key", "-rawin"]
        check += ["-in", f"{folder}/document", "-sigfile", f"{folder}/signature"]
        return subprocess.run(check, stdout=subprocess.DEVNULL).returncode == 0


def pinned(pin):
    """TLS that trusts, in place of the public authorities, the one certificate of the broker's chain that has this key."""
    show = ["openssl", "s_client", "-connect", f"{host}:{port}", "-showcerts"]
    shown = subprocess.run(show, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=20).stdout
    for one in re.findall("-----BEGIN CERTIFICATE-----.+?-----END CERTIFICATE-----", shown, re.S):
        key = subprocess.run(["openssl", "x509", "-noout", "-pubkey"], input=one, capture_output=True, text=True, check=True)
        der = base64.b64decode("".join(key.stdout.split("\n")[1:-2]))
        if "sha256:" + hashlib.sha256(der).hexdigest() == pin:
            trust = ssl.create_default_context(cadata=one)
            trust.verify_flags |= ssl.VERIFY_X509_PARTIAL_CHAIN
            return trust
    sys.exit("the broker does not show the pinned certificate")


def on_connect(client, *_):
    names = ["welcome", "ack", "cmd", "shadow", "time", "cred"]
    client.subscribe([(f"fb/v1/{uid}/dn/{name}", 1) for name in names] + [("fb/v1/platform/state", 1)])


def on_subscribe(client, *_):
    hello = {"v": 1, "proto": [1], "fw": "example", "profile": "FC-SMARTBOX-1", "boot": 1, "sid": sid, "epoch": epoch}
    hello |= {"head": 1, "tail": 0, "rev": 0, "hash": "", "clk": clock["q"], "ifs": "", "feat": []}
    publish("up/hello", hello)


def welcomed(message):
    if message["sid"] != sid:
        return
    publish("up/state", {"on": True, "sid": sid}, retain=True)
    publish("up/time", {"m": mono()}, qos=0)


def timed(message):
    back = mono()
    trip = (back - message["m"]) - (message["tx"] - message["rx"])
    if 0 <= trip <= 2000:
        clock.update(offset=((message["rx"] - message["m"]) + (message["tx"] - back)) / 2, q=2)


def configured(part):
    if part["part"] == "rule":
        return bodied(part)
    pieces = parts.setdefault(part["hash"], {})
    pieces[part["i"]] = base64.b64decode(part["data"])
    if len(pieces) < part["n"]:
        return
    document = b"".join(pieces[i] for i in range(part["n"]))
    if "sha256:" + hashlib.sha256(document).hexdigest() != part["hash"]:
        sys.exit("the hash of the configuration is wrong")
    if not is_signed(document, base64.b64decode(part["sig"])):
        sys.exit("the signature of the configuration is wrong")
    wanted = json.loads(document)
    if wanted["uid"] != uid:
        sys.exit("the configuration is made for another box")
    wanted["hash"] = part["hash"]
    desired.clear()
    desired.update(wanted)
    go_on()


def bodied(part):
    pieces = parts.setdefault(part["hash"], {})
    pieces[part["i"]] = base64.b64decode(part["data"])
    body = b"".join(pieces[i] for i in range(part["n"])) if len(pieces) == part["n"] else b""
    if "sha256:" + hashlib.sha256(body).hexdigest() == part["hash"]:
        bodies[part["hash"]] = json.loads(body)
        go_on()


def go_on():
    """Runs the configuration once all bodies are here; asks for those that lack."""
    if not desired:
        return
    need = [id for id, rule in desired["rules"].items() if rule["hash"] not in bodies]
    if need:
        return publish("up/shadow", {"v": 1, "rev": 0, "hash": "", "rules": {}, "want": desired["rev"], "need": need})
    alarms = {id: bodies[rule["hash"]] for id, rule in desired["rules"].items() if is_alarm(bodies[rule["hash"]])}
    refusal = {"st": "error", "why": "template", "err": "this box runs alarms without permanence alone"}
    rules = {id: rule | ({"st": "on"} if id in alarms else refusal) for id, rule in desired["rules"].items()}
    publish("up/shadow", {"v": 1, "rev": desired["rev"], "hash": desired["hash"], "rules": rules})
    sensors = [one for one in desired["ifs"] if one["dir"] == "IN" and one["type"] in ("DECIMAL", "INTEGER")]
    if sensors:
        report(sensors[0], alarms)


def is_alarm(body):
    lines = body["inputs"].get("lines", []) if body.get("template") == "ALARM_WITHOUT_ACTUATION" else []
    simple = [one for one in lines if one.get("permanenceTime", "00:00") == "00:00" and "relativeTo" not in one]
    return lines and len(simple) == len(lines) and body["inputs"].get("lineLogic", "ANY") == "ANY"


COMPARE = {"EQUAL": "eq", "NOT_EQUAL": "ne", "GREATER": "gt", "GREATER_EQUAL": "ge", "LESS": "lt", "LESS_EQUAL": "le"}


def effects(body, sensor, now):
    """The opening of an alarm that the value makes true, and that people are to be told, line by line."""
    lines = [(i, one) for i, one in enumerate(body["inputs"]["lines"]) if one["interfaceId"] == sensor["id"]]
    held = [(i, one) for i, one in lines if getattr(operator, COMPARE[one["logicOperator"]])(value, one["inputValue"])]
    if not held:
        return []
    of = {"rule": body["id"], "ver": body["version"], "event": f"{body['id']}:{now}"}
    causes = [
        {"line": i, "interfaceId": sensor["id"], "value": value, "reading": value, "operator": one["logicOperator"]}
        | {"threshold": one["inputValue"], "since": now, "permanence": 0}
        for i, one in held
    ]
    status = body["event"].get("status", "OPEN")
    opening = of | {"kind": "EVENT_OPEN", "key": of["event"], "status": status, "since": now, "causes": causes}
    if status == "CLOSED":
        return [opening]
    tell = {"kind": "EVENT_NOTIFY", "n": 1, "last": False, "escalation": 0}
    return [opening] + [of | tell | {"key": f"{of['event']}:{c['line']}:1", "line": c["line"], "cause": c} for c in causes]


def report(sensor, alarms):
    now = round(mono() + clock["offset"])
    told = [effect for body in alarms.values() for effect in effects(body, sensor, now)]
    sent["last"] = 1 + len(told)
    data = {"v": 1, "e": epoch, "s": 1, "t": now, "q": clock["q"], "h": 0, "r": [[sensor["ix"], 0, value]]}
    publish("up/data", data | {"x": [[k + 1, 0, effect] for k, effect in enumerate(told)]})
    print(f"sent {value} {sensor['unit']} as interface {sensor['id']}", flush=True)
    for effect in told:
        print(f"sent {effect['kind']} of rule {effect['rule']}", flush=True)


def acknowledged(message):
    if message["e"] == epoch and message["upTo"] >= sent["last"] and not message.get("miss"):
        done.set()


handlers = {"welcome": welcomed, "time": timed, "shadow": configured, "ack": acknowledged}


def on_message(client, _, packet):
    handler = handlers.get(packet.topic.rsplit("/", 1)[-1])
    if handler:
        handler(json.loads(packet.payload))


version = [mqtt.CallbackAPIVersion.VERSION2] if hasattr(mqtt, "CallbackAPIVersion") else []
client = mqtt.Client(*version, client_id=uid, clean_session=True)
client.username_pw_set(uid, claim["password"])
if claim["mqtt"]["tls"]:
    pin = claim["mqtt"].get("caPin")
    client.tls_set_context(pinned(pin) if pin else ssl.create_default_context())
client.will_set(f"fb/v1/{uid}/up/state", json.dumps({"on": False, "sid": sid}), 1, True)
client.on_connect, client.on_subscribe, client.on_message = on_connect, on_subscribe, on_message
client.connect(host, int(port), keepalive=30)
client.loop_start()
stored = done.wait(60)
client.publish(f"fb/v1/{uid}/up/state", json.dumps({"on": False, "sid": sid}), 1, True).wait_for_publish(5)
client.disconnect()
client.loop_stop()
print("stored" if stored else "not stored within a minute", flush=True)
sys.exit(0 if stored else 1)
