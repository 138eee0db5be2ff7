import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { client } from './client.ts'
import type { Wire } from './client.ts'
import { routes } from './route.ts'

const Message = z.discriminatedUnion('type', [
  z.object({ type: z.literal('rule'), ruleId: z.string(), status: z.enum(['DEPLOYED', 'STOPPED']) }),
  z.object({ type: z.literal('ping') }),
])
const contract = routes({
  list: {
    method: 'GET',
    path: '/things',
    summary: 'A list',
    access: 'session',
    reply: z.object({ content: z.array(z.object({ id: z.string(), status: z.enum(['DEPLOYED', 'STOPPED']) })) }),
  },
  stream: { method: 'GET', path: '/live', summary: 'A stream', access: 'session', reply: { stream: Message } },
})

const calls = (body: string, more: Partial<Wire> = {}) =>
  client(contract, { base: 'http://localhost', send: async () => new Response(body), ...more })

/** A client that is older than its server, and the routes of the mismatches that it reported. */
const older = (body: string) => {
  const reported: string[] = []
  return { reported, ...calls(body, { onMismatch: ({ path }) => reported.push(path) }) }
}

const messagesOf = async (stream: ReturnType<typeof calls>['stream']) => {
  const answer = await stream()
  if ('refused' in answer) throw new Error('refused')
  const messages: unknown[] = []
  for await (const message of answer.data) messages.push(message)
  return messages
}
const sent = (...messages: readonly object[]) => messages.map(message => `data: ${JSON.stringify(message)}\n\n`).join('')

describe('a reply of a newer server', () => {
  const things = [
    { id: '1', status: 'DEPLOYED' },
    { id: '2', status: 'PAUSED' },
  ]

  test('shows an unknown enum member as it is', async () => {
    const { list } = older(JSON.stringify({ content: things }))
    expect(await list()).toEqual({ data: { content: things } })
  })

  test('reports the route of the mismatch', async () => {
    const { list, reported } = older(JSON.stringify({ content: things }))
    await list()
    expect(reported).toEqual(['/things'])
  })

  test('drops an unknown member without a report', async () => {
    const { list, reported } = older(JSON.stringify({ content: [{ id: '1', status: 'DEPLOYED', colour: 'red' }] }))
    expect(await list()).toEqual({ data: { content: [{ id: '1', status: 'DEPLOYED' }] } })
    expect(reported).toEqual([])
  })

  test.each([
    ['a missing member', JSON.stringify({ content: [{ id: '1' }] }).replace('"1"', '1')],
    ['another object', '{"login":"captive portal"}'],
    ['a text', '"welcome"'],
    ['a web page', '<html></html>'],
  ])('fails on %s', async (_, body) => {
    await expect(older(body).list()).rejects.toThrow(z.ZodError)
  })

  test('fails on an unknown enum member where nobody hears of mismatches', async () => {
    await expect(calls(JSON.stringify({ content: things })).list()).rejects.toThrow(z.ZodError)
  })
})

describe('a stream of a newer server', () => {
  const known = { type: 'rule', ruleId: '1', status: 'DEPLOYED' }

  test('skips a message of an unknown type and goes on', async () => {
    const { stream, reported } = older(sent(known, { type: 'weather', wind: 7 }, { type: 'ping' }))
    expect(await messagesOf(stream)).toEqual([known, { type: 'ping' }])
    expect(reported).toEqual(['/live'])
  })

  test('passes on a message with an unknown enum member', async () => {
    const paused = { ...known, status: 'PAUSED' }
    expect(await messagesOf(older(sent(paused, known)).stream)).toEqual([paused, known])
  })

  test('ends with an error on an unknown type where nobody hears of mismatches', async () => {
    await expect(messagesOf(calls(sent({ type: 'weather' })).stream)).rejects.toThrow(z.ZodError)
  })

  test('reads lines that end with CR LF, comments and data without a space', async () => {
    const body = `: hello\r\n\r\nevent: x\r\ndata:${JSON.stringify(known)}\r\n\r\n`
    expect(await messagesOf(calls(body).stream)).toEqual([known])
  })
})
