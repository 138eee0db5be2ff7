import { client } from '@steading/contract/http/client'
import { byId, Instant, many, whole } from '@steading/contract/http/fields'
import { openapi } from '@steading/contract/http/openapi'
import { paging } from '@steading/contract/http/paging'
import { PROBLEMS } from '@steading/contract/http/problem'
import { routes } from '@steading/contract/http/route'
import enUS from '@steading/locales/en-US.json' with { type: 'json' }
import { translators } from '@steading/locales/text'
import { existsSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { request } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { systemActor } from '../actor.ts'
import type { Actor } from '../actor.ts'
import { refuseWhileWaiting } from '../security/attemptLimit.ts'
import { VersionConflict } from '../failures.ts'
import { createLogger } from '../log.ts'
import { slice } from './call.ts'
import { serve } from './serve.ts'
import { createHttpServer } from './server.ts'

const pages = paging({ sorts: ['id', 'name'], sort: 'id', direction: 'DESC' })
const barns = routes({
  search: {
    method: 'GET',
    path: '/barns',
    summary: 's',
    access: 'open',
    query: pages.query.extend({ since: Instant.optional() }),
    reply: z.record(z.string(), z.unknown()),
  },
  several: {
    method: 'GET',
    path: '/barns/several',
    summary: 's',
    access: 'open',
    query: z.object({ ids: many(z.string()).optional(), most: whole(1, 9).prefault(3) }),
    reply: z.object({ ids: z.array(z.string()).optional(), most: z.number() }),
  },
  save: {
    method: 'PUT',
    path: '/barns/:id',
    summary: 's',
    access: 'entities.update',
    params: byId,
    body: z.strictObject({ name: z.string().min(3).max(5), area: z.number().min(0), tags: z.array(z.string()).min(1) }),
    reply: z.object({ name: z.string() }),
    refusals: ['ENTITY_CODE_IN_USE'],
  },
  remove: { method: 'DELETE', path: '/barns/:id', summary: 's', access: 'open', params: byId, reply: z.object({}) },
  upload: {
    method: 'POST',
    path: '/barns/:id/files',
    summary: 's',
    access: 'session',
    params: byId,
    body: z.strictObject({ title: z.string() }),
    multipart: { json: 'request', files: 'files', limits: 'image' },
    reply: z.object({ title: z.string(), files: z.array(z.object({ name: z.string(), size: z.number(), text: z.string() })) }),
  },
  download: {
    method: 'GET',
    path: '/barns/:id/file',
    summary: 's',
    access: 'session',
    params: byId,
    reply: { file: ['text/plain'] },
  },
  count: { method: 'GET', path: '/barns/count', summary: 's', access: 'session', reply: { stream: z.object({ n: z.number() }) } },
  shown: { method: 'GET', path: '/barns/shown', summary: 's', access: 'link', reply: z.object({ by: z.string() }) },
  break: { method: 'GET', path: '/barns/break', summary: 's', access: 'open', reply: z.object({}) },
  old: { method: 'GET', path: '/barns/old', summary: 's', access: 'open', reply: z.object({}) },
  wait: {
    method: 'GET',
    path: '/barns/wait',
    summary: 's',
    access: 'open',
    query: z.object({ seconds: whole(1, 90_000).prefault(1) }),
    reply: z.object({}),
  },
})

const staging = mkdtempSync(join(tmpdir(), 'steading-http-'))
let streamEnded = false
/** As the file system says that it is full, and as what draws pictures says it. */
const FULL: Readonly<Record<string, Error>> = {
  full: Object.assign(new Error('write'), { code: 'ENOSPC' }),
  quota: Object.assign(new Error('write'), { code: 'EDQUOT' }),
  drawn: new Error('x: write error\nsystem error: No space left on device'),
}
const handlers = slice(barns, {
  search: ({ query }) => query,
  several: ({ query }) => query,
  save: ({ body, refuse }) => (body.name === 'taken' ? refuse('ENTITY_CODE_IN_USE') : { name: body.name }),
  upload: ({ body, files }) => {
    const room = FULL[body.title]
    if (room) throw room
    return {
      title: body.title,
      files: files.map(({ name, size, path }) => ({ name, size, text: readFileSync(path, 'utf8').slice(0, 9) })),
    }
  },
  download: () => ({ name: 'Relatório "Pavilhão" 1.txt', type: 'text/plain', content: Readable.from(['olá']) }),
  count: async function* ({ signal }) {
    try {
      for (let n = 1; !signal.aborted; n++) yield { n }
    } finally {
      streamEnded = true
    }
  },
  shown: ({ actor }) => ({ by: actor.kind }),
  break: () => {
    throw new Error('secret detail')
  },
  old: () => {
    throw new VersionConflict()
  },
  remove: () => {
    throw new VersionConflict()
  },
  wait: ({ query }) => {
    refuseWhileWaiting('password', query.seconds)
    return {}
  },
})

const people: Record<string, Actor> = {
  chief: { ...systemActor('chief'), language: 'pt-PT' },
  guest: { ...systemActor('guest'), permissions: new Set(['entities.read']) },
}
let base = ''
let stop = async () => undefined as unknown
beforeAll(async () => {
  const texts = await translators()
  const app = await createHttpServer({ log: createLogger('silent'), texts, minBodyRate: { interval: 300, bytes: 64 } })
  serve(
    app,
    { barns: handlers },
    {
      tenant: '1',
      identify: async token => people[token],
      identifyLink: async link => (link === 'good' ? { ...systemActor('visitor'), kind: 'publicLink' } : undefined),
      refusalMessage: ({ text, values }, { language }) => texts[language](`refusals.${text}`, values),
      uploads: {
        batch: { files: 3, bytes: 1000 },
        event: { files: 15, bytes: 15 << 20 },
        image: { files: 2, bytes: 1000 },
        pictures: { files: 3, bytes: 1000 },
      },
      staging,
      rateLimit: { search: () => undefined, upload: () => undefined },
    },
  )
  await app.listen({ port: 0, host: '127.0.0.1' })
  const at = app.server.address()
  base = `http://127.0.0.1:${typeof at === 'object' && at ? at.port : 0}/services`
  stop = () => app.close()
})
afterAll(() => stop())

const api = (who?: string, more: Record<string, string> = {}) =>
  client(barns, { base, headers: () => ({ 'x-tenant': '1', ...(who && { authorization: `Bearer ${who}` }), ...more }) })
const raw = (path: string, init: RequestInit = {}) =>
  fetch(`${base}${path}`, { ...init, headers: { 'x-tenant': '1', ...(init.headers as Record<string, string>) } })
const params = { id: '7' }
const body = { name: 'Paul', area: 1, tags: ['a'] }

test('opens only link routes to public links', async () => {
  const good = { 'x-public-link': 'good' }
  expect(await api(undefined, good).shown({})).toEqual({ data: { by: 'publicLink' } })
  expect(await api('chief', good).shown({})).toEqual({ data: { by: 'publicLink' } })
  for (const caller of [api(), api('chief'), api(undefined, { 'x-public-link': 'dead' })])
    await expect(caller.shown({})).rejects.toMatchObject({ failure: { code: 'NOT_FOUND' } })
  await expect(api(undefined, good).save({ params, body })).rejects.toMatchObject({ failure: { code: 'NOT_AUTHENTICATED' } })
  await expect(api(undefined, good).download({ params })).rejects.toMatchObject({ failure: { code: 'NOT_AUTHENTICATED' } })
})

test('applies default page, size and sort and refuses unknown ones', async () => {
  expect(await api().search({ query: {} })).toEqual({
    data: { currentPage: 0, itemsPerPage: 10, sortProperty: 'id', sortDirection: 'DESC' },
  })
  expect(
    await api().search({
      query: { itemsPerPage: 50, sortProperty: 'name', sortDirection: 'ASC', currentPage: '2', since: '2026-05-04T03:00:00' },
    }),
  ).toEqual({
    data: { currentPage: 2, itemsPerPage: 50, sortProperty: 'name', sortDirection: 'ASC', since: '2026-05-04T03:00:00.000Z' },
  })
  for (const query of [
    { itemsPerPage: 51 },
    { itemsPerPage: 11 },
    { currentPage: -1 },
    { sortProperty: 'colour' as 'id' },
    { since: 'yesterday' },
  ])
    await expect(api().search({ query })).rejects.toMatchObject({
      status: 400,
      failure: { code: 'INVALID_INPUT', fields: [{ field: Object.keys(query)[0] }] },
    })
})

test("refuses unknown query parameters by name in the caller's language", async () => {
  const refused = async (path: string, language: string) => {
    const answer = await raw(path, { headers: { 'accept-language': language } })
    return [answer.status, await answer.json()]
  }
  const texts = await translators()
  const failure = (field: string, message: string) => [
    400,
    expect.objectContaining({ code: 'INVALID_INPUT', fields: [{ field, code: 'unknownField', message }] }),
  ]
  expect(await refused('/barns?sise=20', 'en-US')).toEqual(failure('sise', texts['en-US']('invalid.unknownField')))
  expect(await refused('/barns?itemsPerPage=20&size=33', 'el-GR')).toEqual(
    failure('size', texts['el-GR']('invalid.unknownField')),
  )
  expect(await refused('/barns/old?id=1', 'pt-PT')).toEqual(failure('id', texts['pt-PT']('invalid.unknownField')))
})

test('reads a repeated parameter as an array, also once', async () => {
  for (const [asked, got] of [
    ['?ids=1', ['1']],
    ['?ids=1&ids=2', ['1', '2']],
    ['', undefined],
  ] as const)
    expect(await (await raw(`/barns/several${asked}`)).json()).toEqual({ ids: got, most: 3 })
})

test('refuses text that PostgreSQL cannot store', async () => {
  const put = (name: string) =>
    raw('/barns/7', {
      method: 'PUT',
      body: JSON.stringify({ name, area: 1, tags: ['a'] }),
      headers: { authorization: 'Bearer chief', 'content-type': 'application/json' },
    })
  for (const [answer, field] of [
    [await raw('/barns/several?ids=%00'), 'ids'],
    [await raw('/barns/several?ids=a&ids=b%00'), 'ids.1'],
    [await put('ab\u0000c'), 'name'],
    [await put('ab\uD800c'), 'name'],
  ] as const)
    expect([answer.status, await answer.json()]).toMatchObject([400, { fields: [{ field, code: 'format' }] }])
})

test("names every invalid field in the caller's language", async () => {
  const wrong = { name: 'ab', area: 'x', extra: 1 } as unknown as typeof body
  const failure = (message: string) => ({
    failure: {
      code: 'INVALID_INPUT',
      requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      fields: expect.arrayContaining([
        { field: 'name', code: 'tooShort', message },
        expect.objectContaining({ field: 'area', code: 'decimal' }),
        expect.objectContaining({ field: 'tags', code: 'required' }),
        expect.objectContaining({ field: 'extra', code: 'unknownField' }),
      ]),
    },
  })
  const english = (await translators())['en-US']('invalid.tooShort', { min: 3 })
  const portuguese = (await translators())['pt-PT']('invalid.tooShort', { min: 3 })
  expect(english).not.toBe(portuguese)
  people.english = systemActor('english')
  await expect(api('english').save({ params, body: wrong })).rejects.toMatchObject(failure(english))
  await expect(api('chief').save({ params, body: wrong })).rejects.toMatchObject(failure(portuguese))
})

test('answers a refusal with its code and message', async () => {
  const taken = await api('chief').save({ params, body: { ...body, name: 'taken' } })
  expect(taken).toEqual({ refused: 'ENTITY_CODE_IN_USE', message: (await translators())['pt-PT']('refusals.ENTITY_CODE_IN_USE') })
})

test('prefers the language of the request to that of the account', async () => {
  const texts = await translators()
  for (const [asked, expectedLanguage] of [
    ['de-DE', 'de-DE'],
    ['el,en;q=0.5', 'el-GR'],
    ['ja', 'pt-PT'],
    ['*', 'pt-PT'],
  ] as const) {
    const reader = api('chief', { 'accept-language': asked })
    expect(await reader.save({ params, body: { ...body, name: 'taken' } })).toMatchObject({
      message: texts[expectedLanguage]('refusals.ENTITY_CODE_IN_USE'),
    })
    await expect(reader.save({ params: { id: 'x' }, body })).rejects.toMatchObject({
      failure: { message: texts[expectedLanguage]('failures.NOT_FOUND') },
    })
  }
})

test('maps each failure to its status and hides internal errors', async () => {
  await expect(api().save({ params, body })).rejects.toMatchObject({ status: 401, failure: { code: 'NOT_AUTHENTICATED' } })
  await expect(api('guest').save({ params, body })).rejects.toMatchObject({ status: 403, failure: { code: 'NOT_ALLOWED' } })
  await expect(api('chief').save({ params: { id: 'x' }, body })).rejects.toMatchObject({
    status: 404,
    failure: { code: 'NOT_FOUND' },
  })
  await expect(api().old()).rejects.toMatchObject({ status: 409, failure: { code: 'VERSION_CONFLICT' } })
  const fault = await raw('/barns/break')
  expect([fault.status, await fault.text()]).toEqual([500, expect.not.stringContaining('secret')])
  expect((await fetch(`${base}/barns`)).status).toBe(400)
  expect((await raw('/nothing')).status).toBe(404)
})

test.each([
  [1, 'Wait 1 s', '1 s'],
  [60, 'Wait 1 min', '1 min'],
  [61, 'Wait 2 min', '2 min'],
  [3_586, 'Wait 1 h', '1 h'],
  [4_000, 'Wait 1 h 7 min', '1 h 7 min'],
])('words a delay of %i s for the reader, never too short', async (seconds, sentence, wait) => {
  const answer = await raw(`/barns/wait?seconds=${seconds}`, { headers: { 'accept-language': 'en-US' } })
  const { message, fields } = (await answer.json()) as { message: string; fields: readonly { message: string }[] } // safe: a failure's body
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, String(seconds)])
  expect(message).toBe(`Too many attempts. ${sentence}, then try again.`)
  expect(fields[0]?.message).toBe(`Too many attempts. Try again in ${wait}.`)
})

test('words a version conflict on delete without entries', async () => {
  const answer = await raw('/barns/7', { method: 'DELETE', headers: { 'accept-language': 'en-US' } })
  expect(answer.status).toBe(409)
  expect(await answer.json()).toMatchObject({ code: 'VERSION_CONFLICT', message: enUS['failures.conflictOnDelete'] })
})

test('refuses a body of another type or size', async () => {
  const put = (type: string, text: string) =>
    raw('/barns/7', { method: 'PUT', body: text, headers: { authorization: 'Bearer chief', 'content-type': type } })
  const words = (await translators())['pt-PT']
  const statusAndBody = async (answer: Response) => [answer.status, await answer.json()]
  const failure = (code: 'MALFORMED' | 'UNSUPPORTED_MEDIA' | 'TOO_LARGE') =>
    expect.objectContaining({ code, message: words(`failures.${code}`), fields: [] })
  expect(await statusAndBody(await put('text/plain', '{}'))).toEqual([415, failure('UNSUPPORTED_MEDIA')])
  for (const text of ['{', '{"__proto__":{}}'])
    expect(await statusAndBody(await put('application/json', text))).toEqual([400, failure('MALFORMED')])
  const large = JSON.stringify({ name: 'x'.repeat(1_100_000) })
  expect(await statusAndBody(await put('application/json', large))).toEqual([413, failure('TOO_LARGE')])
})

test.each([
  ['arrays that do not end', '['.repeat(5000)],
  ['arrays', '['.repeat(5000) + ']'.repeat(5000)],
  ['objects', '{"a":'.repeat(5000) + '1' + '}'.repeat(5000)],
  ['objects in a field', `{"name":"Paul","area":${'[{"a":'.repeat(50)}1${'}]'.repeat(50)}}`],
])('refuses deeply nested %s with 400', async (_, text) => {
  const headers = { authorization: 'Bearer chief', 'content-type': 'application/json' }
  const answer = await raw('/barns/7', { method: 'PUT', body: text, headers })
  expect([answer.status, await answer.json()]).toEqual([400, expect.objectContaining({ code: 'MALFORMED', fields: [] })])
})

test.each(['', '\r\nContent-Type: application/json'])('refuses deeply nested JSON of a form with 400 (%j)', async type => {
  const json = '['.repeat(5000) + ']'.repeat(5000)
  const form = `--B\r\nContent-Disposition: form-data; name="request"${type}\r\n\r\n${json}\r\n--B--\r\n`
  const headers = { authorization: 'Bearer chief', 'content-type': 'multipart/form-data; boundary=B' }
  const answer = await raw('/barns/7/files', { method: 'POST', body: form, headers })
  expect([answer.status, await answer.json()]).toEqual([400, expect.objectContaining({ code: 'MALFORMED' })])
})

/** Sends bytes on a bare connection; answers status, headers and body once the server has ended it. */
const onWire = (write: (socket: ReturnType<typeof connect>) => void) =>
  new Promise<{ status: number; head: string; body: unknown }>((resolve, reject) => {
    const socket = connect(Number(new URL(base).port), '127.0.0.1', () => write(socket))
    let text = ''
    socket.on('data', (chunk: Buffer) => (text += chunk.toString()))
    socket.on('error', reject)
    socket.on('close', () => {
      const [head = '', body = ''] = text.split('\r\n\r\n')
      resolve({ status: Number(head.split(' ')[1]), head, body: JSON.parse(body) })
    })
  })
const failureBody = (code: 'MALFORMED' | 'TIMED_OUT' | 'HEADERS_TOO_LARGE') => ({
  code,
  message: enUS[`failures.${code}`],
  fields: [],
  requestId: expect.stringMatching(/^[0-9a-f-]{36}$/) as unknown,
})

test('answers requests that the HTTP parser refuses with a failure body', async () => {
  const garbage = await onWire(socket => socket.write('GARBAGE\r\n\r\n'))
  expect([garbage.status, garbage.body]).toEqual([400, failureBody('MALFORMED')])
  expect(garbage.head).toMatch(/content-type: application\/json/)
  const header = await onWire(socket => socket.write(`GET / HTTP/1.1\r\nhost: x\r\nx-long: ${'x'.repeat(100_000)}\r\n\r\n`))
  expect([header.status, header.body]).toEqual([431, failureBody('HEADERS_TOO_LARGE')])
})

test('ends a request whose body arrives byte by byte', async () => {
  const head = 'authorization: Bearer chief\r\nx-tenant: 1\r\ncontent-type: application/json\r\ncontent-length: 5000'
  let timer: NodeJS.Timeout | undefined
  const slow = await onWire(socket => {
    socket.write(`PUT /services/barns/7 HTTP/1.1\r\nhost: x\r\n${head}\r\n\r\n`)
    timer = setInterval(() => socket.write('['), 50)
  })
  clearInterval(timer)
  expect([slow.status, slow.body]).toEqual([408, failureBody('TIMED_OUT')])
})

test('compresses an answer over 1 KB, and neither a small one nor a stream', async () => {
  const encoding = async (path: string) => {
    const answer = await raw(path, { headers: { authorization: 'Bearer chief', 'accept-encoding': 'gzip' } })
    const name = answer.headers.get('content-encoding')
    await answer.body?.cancel()
    return name
  }
  expect(await encoding(`/barns/several?ids=${'x'.repeat(2000)}`)).toBe('gzip')
  expect(await encoding('/barns/several?ids=1')).toBeNull()
  expect(await encoding('/barns/count')).toBeNull()
})

test('takes a content type without a body as no body', async () => {
  const call = (method: string, type: object) =>
    raw('/barns/7', { method, ...(method === 'PUT' && { body: '' }), headers: { authorization: 'Bearer chief', ...type } })
  const typed = { 'content-type': 'application/json' }
  const deleted = await call('DELETE', typed)
  expect([deleted.status, await deleted.json()]).toMatchObject([409, { code: 'VERSION_CONFLICT' }])
  const saved = await call('PUT', typed)
  expect([saved.status, await saved.json()]).toMatchObject([400, { code: 'INVALID_INPUT' }])
})

test('answers a malformed URL like every other failure', async () => {
  const answer = await raw('/%E0%A4%A')
  expect([answer.status, await answer.json()]).toEqual([
    400,
    { code: 'MALFORMED', message: expect.any(String), fields: [], requestId: expect.any(String) },
  ])
})

test('refuses a truncated form and takes its JSON as file or field', async () => {
  const post = async (text: string, type = 'multipart/form-data; boundary=B') => {
    const headers = { authorization: 'Bearer chief', 'content-type': type }
    const answer = await raw('/barns/7/files', { method: 'POST', body: text.replaceAll('\n', '\r\n'), headers })
    return (await answer.json()) as { code?: string; title?: string }
  }
  const part = (head: string, text: string, end = '\n--B--\n') =>
    `--B\nContent-Disposition: form-data; name="request"${head}\n\n${text}${end}`
  for (const head of ['', '\nContent-Type: application/json', '; filename="blob"\nContent-Type: application/json']) {
    expect(await post(part(head, '{"title":"x"}'))).toMatchObject({ title: 'x' })
    expect(await post(part(head, '{"title":'))).toMatchObject({ code: 'MALFORMED' })
  }
  expect(await post(part('', '{"title":"x"}', ''))).toMatchObject({ code: 'MALFORMED' })
  expect(await post('{}', 'application/json')).toMatchObject({ code: 'UNSUPPORTED_MEDIA' })
  expect(readdirSync(staging)).toEqual([])
})

test('refuses repeated and unknown parts of a form', async () => {
  const part = (name: string, text: string, more = '') =>
    `--B\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${text}\r\n`
  const fields = async (...parts: string[]) => {
    const headers = { authorization: 'bearer  chief', 'content-type': 'multipart/form-data; boundary=B' }
    const answer = await raw('/barns/7/files', { method: 'POST', body: `${parts.join('')}--B--\r\n`, headers })
    return ((await answer.json()) as { fields: { field: string; code: string }[] }).fields.map(field => [field.field, field.code])
  }
  const request = part('request', '{"title":"x"}')
  const file = part('files', 'x', '; filename="f"')
  expect(await fields(request, part('request', '{"title":"y"}'))).toEqual([['request', 'twice']])
  expect(await fields(file)).toEqual([['request', 'required']])
  expect(await fields(request, part('remark', 'x'))).toEqual([['remark', 'unknownField']])
  expect(await fields(request, part('picture', 'x', '; filename="f"'))).toEqual([['picture', 'unknownField']])
  expect(readdirSync(staging)).toEqual([])
})

test('stages files with their names and deletes them after the call', async () => {
  const files = [new File(['first'], 'Pavilhão 1.txt'), new File(['second'], 'b.txt')]
  const sent = await api('chief').upload({ params, body: { title: 'Ημέρα' }, files })
  expect(sent).toEqual({
    data: {
      title: 'Ημέρα',
      files: [
        { name: 'Pavilhão 1.txt', size: 5, text: 'first' },
        { name: 'b.txt', size: 6, text: 'second' },
      ],
    },
  })
  expect(readdirSync(staging)).toEqual([])
})

test('refuses too many or too large files and deletes them', async () => {
  const file = (size: number) => new File(['x'.repeat(size)], 'f')
  const send = (files: File[]) => api('chief').upload({ params, body: { title: '' }, files })
  await expect(send([file(1001)])).rejects.toMatchObject({ status: 413, failure: { code: 'TOO_LARGE' } })
  await expect(send([file(1), file(1), file(1)])).rejects.toMatchObject({ status: 413, failure: { code: 'TOO_MANY_FILES' } })
  expect(existsSync(staging) ? readdirSync(staging) : []).toEqual([])
})

test('answers NO_ROOM on a full disk and deletes the files', async () => {
  for (const title of Object.keys(FULL))
    await expect(api('chief').upload({ params, body: { title }, files: [new File(['x'], 'f')] })).rejects.toMatchObject({
      status: 507,
      failure: { code: 'NO_ROOM', message: expect.stringMatching(/espaço/) as string },
    })
  expect(existsSync(staging) ? readdirSync(staging) : []).toEqual([])
})

test('refuses an oversized body while it arrives or before', async () => {
  const head = '--B\r\nContent-Disposition: form-data; name="files"; filename="f"\r\n\r\n'
  /** Sends without an end until somebody answers; the status, and how much went out, MB. */
  const pour = (length?: number) =>
    new Promise<[number | undefined, number]>((resolve, reject) => {
      let sent = 0
      const headers = { authorization: 'Bearer chief', 'content-type': 'multipart/form-data; boundary=B', 'x-tenant': '1' }
      const going = request(`${base}/barns/7/files`, {
        method: 'POST',
        headers: { ...headers, ...(length && { 'content-length': length }) },
      })
      const piece = Buffer.alloc(65_536)
      const more = () => {
        if (going.destroyed || sent > 64) return
        sent += piece.length / 1_048_576
        going.write(piece, () => setImmediate(more))
      }
      going.on('response', answer => {
        resolve([answer.statusCode, Math.round(sent)])
        going.destroy()
      })
      going.on('error', reject)
      going.write(head)
      if (!length) more()
    })
  const [status, sent] = await pour()
  expect(status).toBe(413)
  expect(sent).toBeLessThan(32)
  expect(await pour(1_073_741_824)).toEqual([413, 0])
  expect(readdirSync(staging)).toEqual([])
})

test('sends a download with its UTF-8 name as a sandboxed attachment', async () => {
  const got = await api('chief').download({ params })
  if ('refused' in got) throw new Error()
  expect([got.data.name, await got.data.content.text()]).toEqual(['Relatório "Pavilhão" 1.txt', 'olá'])
  const { headers } = await raw('/barns/7/file', { headers: { authorization: 'Bearer chief' } })
  expect(headers.get('content-disposition')).toMatch(
    /^attachment; filename="Relat\?rio \\"Pavilh\?o\\" 1\.txt"; filename\*=UTF-8''Relat/,
  )
  expect([headers.get('x-content-type-options'), headers.get('content-security-policy')]).toEqual([
    'nosniff',
    "sandbox; default-src 'none'",
  ])
})

test('ends the source of a stream when the reader leaves', async () => {
  const answer = await api('chief').count()
  if ('refused' in answer) throw new Error()
  const seen: number[] = []
  for await (const { n } of answer.data) if (seen.push(n) === 5) break
  expect(seen).toEqual([1, 2, 3, 4, 5])
  await expect.poll(() => streamEnded).toBe(true)
})

test('documents parameters, bodies, files, refusals and access in OpenAPI', () => {
  const { paths } = openapi({ barns }, '1') as { paths: Record<string, Record<string, Record<string, unknown>>> }
  expect(paths['/services/barns/{id}']!.put).toMatchObject({
    operationId: 'barns.save',
    'x-access': 'entities.update',
    'x-refusals': ['ENTITY_CODE_IN_USE'],
    parameters: [{ $ref: '#/components/parameters/tenant' }, { in: 'path', name: 'id', required: true }],
    requestBody: {
      content: { 'application/json': { schema: { required: ['name', 'area', 'tags'], additionalProperties: false } } },
    },
  })
  expect(Object.keys((paths['/services/barns/{id}/files']!.post!.requestBody as { content: object }).content)).toEqual([
    'multipart/form-data',
  ])
  expect(paths['/services/barns']!.get!.parameters).toContainEqual(
    expect.objectContaining({ in: 'query', name: 'itemsPerPage', required: false }),
  )
})

test('has no text for an unused problem code', () => {
  const spoken = Object.keys(enUS).filter(key => key.startsWith('invalid.'))
  expect(spoken.toSorted()).toEqual(PROBLEMS.map(code => `invalid.${code}`).toSorted())
})
