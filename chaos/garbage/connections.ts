import { generate } from 'mqtt-packet'
import type { Random } from '../random.ts'

const bytes = (random: Random, most: number) =>
  Buffer.from(Array.from({ length: random.whole(1, most) }, () => random.whole(0, 255)))

const hello = (uid: string, password: string) =>
  generate({
    cmd: 'connect',
    protocolId: 'MQTT',
    protocolVersion: 4,
    clean: true,
    keepalive: 30,
    clientId: uid,
    username: uid,
    password: Buffer.from(password),
  })
const publication = (uid: string) =>
  generate({ cmd: 'publish', topic: `fb/v1/${uid}/up/data`, payload: '{}', qos: 1, messageId: 1, retain: false, dup: false })

/** The first bytes of a connection that is none, or does not stay one; made anew for each. */
export function malformed(random: Random, { uid, password }: { readonly uid: string; readonly password: string }): Buffer {
  const good = hello(uid, password)
  const flipped = () => {
    const copy = Buffer.from(good)
    for (let times = random.whole(1, 4); times > 0; times--) copy[random.whole(0, copy.length - 1)] = random.whole(0, 255)
    return copy
  }
  return random.one([
    () => bytes(random, 200),
    () => good.subarray(0, random.whole(1, good.length - 1)),
    flipped,
    flipped,
    () => Buffer.concat([Buffer.from([0x10, 0xff, 0xff, 0xff, 0xff, 0x7f]), bytes(random, 100)]),
    () => Buffer.concat([Buffer.from([0x10, 0xff, 0xff, 0xff, 0x7f]), bytes(random, 2000)]),
    () => Buffer.from('GET / HTTP/1.1\r\nHost: farm\r\n\r\n'),
    () => Buffer.concat([Buffer.from([0x16, 3, 1, 2, 0, 1, 0, 1, 0xfc, 3, 3]), bytes(random, 500)]),
    () => publication(uid),
    () => generate({ cmd: 'subscribe', messageId: 1, subscriptions: [{ topic: '#', qos: 1 }] }),
    () => Buffer.concat([hello('A', 'x'), bytes(random, 50)]),
    () => hello(uid, 'wrong'),
    () => hello(`${uid}\u0000`, password),
    () => Buffer.from([random.whole(0, 255)]),
    () => Buffer.from([0xc0, 0]),
    // After a good login: the same again, garbage, a packet of a version that is not spoken.
    () => Buffer.concat([good, good]),
    () => Buffer.concat([good, bytes(random, 100)]),
    () => Buffer.concat([good, Buffer.from([0x36, 0x05, 0, 1, 0x61, 0, 1])]),
    () => Buffer.concat([good, Buffer.from([0x82, 0x03, 0, 1, 0])]),
    () => Buffer.concat([good, Buffer.from([0x32, 0x06, 0xff, 0xff, 0x61, 0x62, 0, 1])]),
  ])()
}
