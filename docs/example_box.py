"""A small box: connects, says hello, accepts its configuration, publishes one temperature, waits until it is stored.

With --stay it remains connected: it sends the temperature again at its interval and executes commands to its outputs, which it
keeps in memory. It follows docs/protocol.md and runs alarms without permanence. A real box also has a store on disk (for the
numbers of commands as well, §8), all other rules, devices and reconnection.
"""

import argparse
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

parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
parser.add_argument("claim", help="file with the answer of the claim")
parser.add_argument("broker", help="host:port, or - for the one of the claim")
parser.add_argument("temperature", type=float)
parser.add_argument("--stay", type=int, default=0, metavar="SECONDS", help="stay connected for so long and obey commands")
parser.add_argument("--locked", action="append", default=[], metavar="ADDRESS", help="output that a switch on site locks")
args = parser.parse_args()
claim = json.load(open(args.claim))
host, port = claim["mqtt"]["host"], claim["mqtt"]["port"]
if args.broker != "-":
    host, port = args.broker.rsplit(":", 1)
value = args.temperature

uid = claim["uid"]
sid = secrets.token_urlsafe(9)
epoch = secrets.randbelow(2**31 - 2) + 1  # this box forgets everything, so every run is a new life
done = threading.Event()
parts, bodies, desired = {}, {}, {}
sent = {"last": 0}
events = set()  # rules whose event is open: each opens once
outputs, holds = {}, {}  # by index: the value, and the timer that ends an override
accepted = {"n": 0, "answers": {}}
sending = threading.Lock()
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
    """TLS that trusts one certificate of the broker's chain, the one with this key, instead of the public authorities."""
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
    """Runs the configuration once all bodies have arrived; requests the missing ones."""
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
    """The effects of an alarm that the value makes true: its opening, and one notification for each line."""
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


def utc():
    return round(mono() + clock["offset"])


def send(reading, actions=()):
    """One live reading, by index, and the effects that follow it, under the next sequence numbers."""
    with sending:
        first = sent["last"] + 1
        sent["last"] += 1 + len(actions)
        data = {"v": 1, "e": epoch, "s": first, "t": utc(), "q": clock["q"], "h": 0, "r": [[reading[0], 0, reading[1]]]}
        publish("up/data", data | {"x": [[k + 1, 0, effect] for k, effect in enumerate(actions)]})


def report(sensor, alarms):
    now = utc()
    actions = [effect for id, body in alarms.items() if id not in events for effect in effects(body, sensor, now)]
    events.update(effect["rule"] for effect in actions)
    send([sensor["ix"], value], actions)
    print(f"sent {value} {sensor['unit']} as interface {sensor['id']}", flush=True)
    for effect in actions:
        print(f"sent {effect['kind']} of rule {effect['rule']}", flush=True)


def acknowledged(message):
    if message["e"] == epoch and message["upTo"] >= sent["last"] and not message.get("miss"):
        done.set()


def has_type(kind, val):
    if kind in ("DECIMAL", "INTEGER"):
        return isinstance(val, (int, float)) and not isinstance(val, bool) and (kind == "DECIMAL" or val == int(val))
    return isinstance(val, bool if kind == "BOOLEAN" else str)


def refusal(command):
    """The first check of §8 that fails, as (st, why); None: execute the command."""
    spec = next((one for one in desired.get("ifs", []) if one["ix"] == command["if"]), None)
    val = command["val"]
    if command["sid"] != sid:
        return "rejected", "session"
    if command["n"] <= accepted["n"]:
        return "rejected", "order"
    if clock["q"] != 2 or command["iss"] > utc() + 2000:
        return "rejected", "clock"
    if utc() > command["iss"] + command["ttl"]:
        return "expired", "late"
    if spec is None:
        return "rejected", "interface"
    if spec["dir"] == "IN":
        return "rejected", "direction"
    if not has_type(spec["type"], val):
        return "rejected", "type"
    low, high = spec["min"], spec["max"]
    if spec["type"] in ("DECIMAL", "INTEGER") and ((low is not None and val < low) or (high is not None and val > high)):
        return "rejected", "range"
    return ("rejected", "interlock") if spec["address"] in args.locked else None


def commanded(command):
    if command.get("v") != 1 or "if" not in command:
        return
    answer = accepted["answers"].get(command["id"])
    if answer is None:
        answer = {"id": command["id"], "n": command["n"], "val": command["val"]}
        failure = refusal(command)
        if failure:
            answer |= {"st": failure[0], "why": failure[1]}
        else:
            accepted["n"] = command["n"]
            switch(command["if"], command["val"], command.get("hold", 1_800_000))
            answer |= {"st": "done", "read": outputs[command["if"]]}
        answer["at"] = utc()
        accepted["answers"] = dict([*accepted["answers"].items(), (command["id"], answer)][-64:])
    publish("up/ack", answer)
    print(f"command {answer['n']}: {answer['st']} {answer.get('why', '')}".rstrip(), flush=True)


def switch(ix, val, hold):
    """Sets an output and sends its reading; at the end of the hold it returns to its fail-safe value, if it has one."""
    if ix in holds:
        holds.pop(ix).cancel()
    outputs[ix] = val
    send([ix, val])
    failsafe = desired["failsafe"].get(str(ix))
    if hold > 0 and failsafe is not None:
        holds[ix] = threading.Timer(hold / 1000, switch, (ix, failsafe, 0))
        holds[ix].daemon = True
        holds[ix].start()


def stay(seconds):
    """Sends the temperature again at the interval of its interface, until the time is over."""
    end = mono() + seconds * 1000
    sensor = next(one for one in desired["ifs"] if one["dir"] == "IN" and one["type"] in ("DECIMAL", "INTEGER"))
    while mono() < end:
        time.sleep(min(sensor["every"], max(0, end - mono()) / 1000))
        send([sensor["ix"], value])


handlers = {"welcome": welcomed, "time": timed, "shadow": configured, "ack": acknowledged, "cmd": commanded}


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
print("stored" if stored else "not stored within a minute", flush=True)
if stored and args.stay:
    stay(args.stay)
client.publish(f"fb/v1/{uid}/up/state", json.dumps({"on": False, "sid": sid}), 1, True).wait_for_publish(5)
client.disconnect()
client.loop_stop()
sys.exit(0 if stored else 1)
