import fc from 'fast-check'
import { generate } from 'mqtt-packet'
import { expect, test } from 'vitest'
import { packetProblem } from './guard.ts'
import { createHeaderReader, PACKET } from './headers.ts'

const read = (chunks: readonly Uint8Array[]) => {
  const reader = createHeaderReader()
  const seen: { type: number; length: number }[] = []
  let ends = 0
  for (const chunk of chunks)
    for (let at = 0; at < chunk.length;) {
      const step = reader.step(chunk, at)
      if (!step) return { seen, ends, malformed: true }
      at = step.to
      if (step.header) seen.push({ type: step.header.type, length: step.header.length })
      if (step.end) ends++
    }
  return { seen, ends, malformed: false }
}

test('finds headers however the stream is split', () => {
  fc.assert(
    fc.property(
      fc.array(fc.oneof(fc.nat(300), fc.constantFrom(0, 127, 128, 16_383, 16_384)), { minLength: 1, maxLength: 6 }),
      fc.array(fc.integer({ min: 1, max: 700 }), { maxLength: 40 }),
      (sizes, cuts) => {
        const stream = Buffer.concat(
          sizes.map(size =>
            generate({ cmd: 'publish', topic: 't', payload: Buffer.alloc(size), qos: 0, dup: false, retain: false }),
          ),
        )
        const chunks: Uint8Array[] = []
        let at = 0
        for (const cut of cuts) chunks.push(stream.subarray(at, (at += cut)))
        chunks.push(stream.subarray(at))
        expect(read(chunks)).toEqual({
          seen: sizes.map(size => ({ type: PACKET.publish, length: size + 3 })),
          ends: sizes.length,
          malformed: false,
        })
      },
    ),
  )
})

test('ends a packet without a body with its header', () => {
  expect(read([Buffer.from([0xc0, 0x00, 0xe0, 0x00])])).toEqual({
    seen: [
      { type: PACKET.pingreq, length: 0 },
      { type: PACKET.disconnect, length: 0 },
    ],
    ends: 2,
    malformed: false,
  })
})

test('rejects a length of more than four bytes', () => {
  expect(read([Buffer.from([0x30, 0xff, 0xff, 0xff, 0x7f])]).seen).toEqual([{ type: 3, length: 268_435_455 }])
  expect(read([Buffer.from([0x30, 0xff, 0xff]), Buffer.from([0xff, 0xff, 0x01])]).malformed).toBe(true)
})

test('judges a packet by its first bytes', () => {
  const header = (type: number, flags: number, length: number) => ({ type, flags, length })
  const fine: [ReturnType<typeof header>, boolean][] = [
    [header(PACKET.connect, 0, 4096), true],
    [header(PACKET.publish, 0b0011, 65_536), false],
    [header(PACKET.publish, 0b1010, 10), false],
    [header(PACKET.subscribe, 2, 100), false],
    [header(PACKET.pingreq, 0, 0), false],
  ]
  for (const [one, first] of fine) expect(packetProblem(one, first)).toBeNull()
  const wrong: [ReturnType<typeof header>, boolean][] = [
    [header(PACKET.connect, 0, 4097), true],
    [header(PACKET.connect, 0, 20), false],
    [header(PACKET.publish, 0, 10), true],
    [header(PACKET.publish, 0, 65_537), false],
    [header(PACKET.publish, 0, 268_435_455), false],
    [header(PACKET.publish, 0b0100, 10), false],
    [header(PACKET.publish, 0b0110, 10), false],
    [header(PACKET.subscribe, 0, 10), false],
    [header(PACKET.pingreq, 1, 0), false],
    ...[0, 2, 5, 6, 7, 9, 11, 13, 15].map((type): [ReturnType<typeof header>, boolean] => [header(type, 0, 2), false]),
  ]
  for (const [one, first] of wrong) expect(packetProblem(one, first)).not.toBeNull()
})
