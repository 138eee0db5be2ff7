import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { request } from 'node:http'
import { join, relative } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { apiAs, data } from '../e2e/api.ts'
import { aFarm, PERSON } from './stage/farm.ts'
import type { Server } from './stage/server.ts'
import type { Stage } from './stage/stage.ts'
import { eventually } from './stage/until.ts'
import { aSmallDisk } from './uploads/disk.ts'
import { aDocument, badNames, refused, SCRIPT, twoAtOnce } from './uploads/files.ts'
import { fault, guarantee, never, note } from './scenario.ts'
import type { Figure, Order } from './scenario.ts'

interface Size {
  /** Uploads beside one another, and the bytes of each of their 15 files. */
  readonly parallel: number
  readonly bytes: number
  /** What a package grows to, bytes. */
  readonly bomb: number
  readonly aborted: number
  /** MB of the disk that is filled, and of each file on it. */
  readonly disk: number
  readonly file: number
}
const MB = 1_048_576
const SIZES = {
  full: { parallel: 20, bytes: 15 * MB, bomb: 1024 * MB, aborted: 40, disk: 300, file: 15 },
  brief: { parallel: 4, bytes: 4 * MB, bomb: 256 * MB, aborted: 6, disk: 24, file: 4 },
} as const satisfies Record<string, Size>

const MOST_FILES = 15
const MOST_BYTES = 15 * MB
const MOST_GROWTH = 100
/** s after which what nobody has must be gone. */
const GONE_WITHIN = 60

/** Files that are too many, too large, in disguise, cut off, or more than the disk has room for. */
export async function uploads(stage: Stage, { extent, play }: Order): Promise<readonly Figure[]> {
  const size: Size = extent === 'brief' || play.mutant ? SIZES.brief : SIZES.full
  const farm = await aFarm(stage.owner)
  await farm.person()
  return play.needs === 'a small disk' ? fullDisk(stage, farm.root, size) : badFiles(stage, farm.root, size)
}

async function badFiles(stage: Stage, root: string, size: Size): Promise<readonly Figure[]> {
  const server = await stage.server()
  await server.start()
  const folder = join(stage.folder, 'server')
  const caller = await aCaller(server, root)
  const before = new Set(walk(stage.folder))

  const grown = await atOnce(server, caller, size)
  const limits = await overLimits(caller)
  const disguised = await disguises(caller, size)
  const canary = `canary${randomBytes(6).toString('hex')}`
  const names = await named(caller, canary)
  const downloads = await fetched(caller)
  const aborted = await cutOff(caller, size.aborted)
  // Killed while files are on their way, and half of them on disk.
  const dying = Promise.allSettled([caller.send(fifteen(4 * MB)), caller.send(fifteen(4 * MB))])
  await eventually('files on their way', () => count(join(folder, 'staging')) > 0, 30)
  await server.kill()
  await dying
  const left = count(join(folder, 'staging'))
  // What nobody keeps waits for its time, which has come.
  await stage.owner.query(`update files set unused_since = '-infinity' where not in_use`)
  await server.start()
  const orphans = await leftOver(stage, folder)
  const outside = walk(stage.folder).filter(path => !before.has(path) && !/^server\/files\/[\da-f]{2}\/[\da-f-]{36}$/.test(path))
  const escaped = [canary, `${canary}.txt`].filter(name => ['/tmp', '/'].some(at => existsSync(join(at, name))))
  return [
    never('uploads as they may be, and refused', grown.refused),
    never('too many or too large, and not refused with their code', limits),
    never('in disguise, and not refused with their code', disguised.taken.length),
    note('of them', disguised.asked),
    never('pages and scripts that came back in a picture', downloads.scripts),
    never('files that were not answered as attachments in a sandbox', downloads.unsafe),
    never('names that could harm', names.bad.length),
    never('files outside the store', outside.length + escaped.length),
    never('orphans', orphans),
    guarantee('memory grown, MB', Math.round(grown.megabytes), { most: MOST_GROWTH }),
    guarantee('memory grown by files in disguise, MB', Math.round(disguised.megabytes), { most: MOST_GROWTH }),
    never('crashes of the server', server.crashes()),
    fault('files that were handed in at once', grown.files, size.parallel * MOST_FILES),
    fault('files that were fetched', downloads.fetched, MOST_FILES),
    fault('uploads that were cut off', aborted, size.aborted),
    fault('files on their way when the server died', left),
  ]
}

const fifteen = (bytes: number) => Array.from({ length: MOST_FILES }, (_, n) => aDocument(bytes, `plan ${n}.pdf`))

type Caller = Awaited<ReturnType<typeof aCaller>>

/** Somebody who writes tickets with files. */
async function aCaller(server: Server, entityId: string) {
  const { session, of } = await apiAs(server.url, PERSON.name, PERSON.password)
  const events = of('events')
  const made: string[] = []
  const body = () => ({
    title: 'Files',
    category: 'HELPDESK',
    cause: 'UNKNOWN',
    severityLevel: 'LOW',
    status: 'OPEN',
    entityId,
    openDate: new Date(Date.now() - 60_000).toISOString(),
  })
  const headers = { authorization: `Bearer ${session.sessionToken}`, 'x-tenant': '1' }
  const address = `${server.url}/services/events`
  /** Answers the status, the codes of the failure and of its fields, and what was made. */
  const post = async (content: FormData | Uint8Array<ArrayBuffer>, more: Record<string, string> = {}) => {
    const answer = await fetch(address, { method: 'POST', body: content, headers: { ...headers, ...more } })
    const reply = (await answer.json()) as {
      id?: string
      code?: string
      message?: string
      fields?: { field: string; code: string; message: string }[]
    } // safe: an event or a failure
    if (reply.id !== undefined) made.push(reply.id)
    return { ...reply, status: answer.status, codes: [reply.code, ...(reply.fields ?? []).map(({ code }) => code)] }
  }
  return {
    server,
    events,
    made,
    address,
    headers,
    body,
    post,
    async send(files: readonly File[]) {
      const form = new FormData()
      form.append('createEventRequest', new Blob([JSON.stringify(body())], { type: 'application/json' }))
      for (const file of files) form.append('files', file, file.name)
      return post(form)
    },
  }
}

/** Many uploads beside one another; how far memory rises above what one of them took: twenty must not take twenty times as much. */
async function atOnce(server: Server, caller: Caller, { parallel, bytes }: Size) {
  const files = fifteen(bytes)
  const first = await caller.send(files)
  if (first.status !== 200) throw new Error(`files are refused: ${JSON.stringify(first)}`)
  const watch = aWatch(server, server.resident())
  const answers = await Promise.all(Array.from({ length: parallel }, () => caller.send(files)))
  const refused = answers.filter(({ status }) => status !== 200).length
  return { refused, files: answers.length * MOST_FILES, megabytes: watch.stop() }
}

/** How far memory rises from now on above what it was before, MB. */
function aWatch(server: Server, before: number) {
  let most = before
  const timer = setInterval(() => (most = Math.max(most, server.resident())), 20)
  return {
    stop() {
      clearInterval(timer)
      return Math.max(most, server.resident()) - before
    },
  }
}

/** How many of what is too much were not refused as they should. */
async function overLimits(caller: Caller): Promise<number> {
  const many = await caller.send(Array.from({ length: MOST_FILES + 1 }, (_, n) => aDocument(100, `plan ${n}.pdf`)))
  const large = await caller.send([aDocument(MOST_BYTES + 1)])
  const most = await caller.send([aDocument(MOST_BYTES)])
  return [
    many.status === 413 && many.code === 'TOO_MANY_FILES',
    large.status === 413 && large.code === 'TOO_LARGE',
    most.status === 200,
  ].filter(isRight => !isRight).length
}

async function disguises(caller: Caller, { bomb }: Size) {
  const all = refused(bomb)
  const files = all.map(([what, file, codes]) => ({ what, codes, file: file() }))
  const watch = aWatch(caller.server, await caller.server.memory())
  const taken: string[] = []
  for (const { what, codes, file } of files) {
    const answer = await caller.send([aDocument(100), file])
    if (answer.status !== 400 || !codes.some(code => answer.codes.includes(code)))
      taken.push(`${what}: ${answer.codes.join(' ')}`)
  }
  const megabytes = watch.stop()
  const both = await caller.send(await twoAtOnce())
  if (both.status !== 200) throw new Error(`what is two things at once is refused: ${JSON.stringify(both)}`)
  if (taken.length > 0) console.error(taken.join('\n'))
  return { asked: all.length, taken, megabytes }
}

/** Raw parts with names as no browser sends them. Answers those of the stored names that are no plain names. */
async function named(caller: Caller, canary: string) {
  const bad: string[] = []
  for (const name of badNames(canary)) {
    const mark = `B${canary}`
    const content = [
      `--${mark}\r\nContent-Disposition: form-data; name="createEventRequest"\r\n\r\n${JSON.stringify(caller.body())}\r\n`,
      `--${mark}\r\nContent-Disposition: form-data; name="files"; filename="${name}"\r\nContent-Type: text/html\r\n\r\nseen\r\n`,
      `--${mark}--\r\n`,
    ]
    const answer = await caller.post(new Uint8Array(Buffer.from(content.join(''))), {
      'content-type': `multipart/form-data; boundary=${mark}`,
    })
    if (answer.id === undefined) {
      if (answer.status !== 400) bad.push(`${name}: ${answer.status}`)
      continue
    }
    const { attachments } = data(await caller.events.details({ params: { id: answer.id } }))
    for (const attachment of attachments)
      if (
        /[\p{Cc}\p{Cf}/\\]/u.test(attachment.name) ||
        attachment.name.startsWith('.') ||
        attachment.name.length > 200 ||
        attachment.type !== 'text/plain'
      )
        bad.push(`${name} → ${attachment.name}`)
  }
  if (bad.length > 0) console.error(bad.join('\n'))
  return { bad }
}

/** Fetches every file once; how many were not handed over as files, and how many pictures still hold a script. */
async function fetched(caller: Caller) {
  let fetched = 0
  let unsafe = 0
  let scripts = 0
  // Of those that are alike, one.
  const seen = new Set<string>()
  for (const id of caller.made) {
    const { attachments } = data(await caller.events.details({ params: { id } }))
    for (const { name, type, size } of attachments) {
      if (seen.has(`${name} ${size}`)) continue
      seen.add(`${name} ${size}`)
      const answer = await fetch(`${caller.address}/${id}/attachments/${encodeURIComponent(name)}`, { headers: caller.headers })
      const content = Buffer.from(await answer.arrayBuffer())
      const headerOf = (header: string) => answer.headers.get(header) ?? ''
      fetched++
      const isSafe =
        answer.status === 200 &&
        headerOf('content-disposition').startsWith('attachment;') &&
        headerOf('x-content-type-options') === 'nosniff' &&
        headerOf('content-security-policy') === "sandbox; default-src 'none'" &&
        !/html|xml|svg|script/.test(headerOf('content-type'))
      if (!isSafe) unsafe++
      if (type.startsWith('image/') && content.includes(SCRIPT)) scripts++
    }
  }
  return { fetched, unsafe, scripts }
}

/** Uploads whose sender goes away halfway. */
async function cutOff(caller: Caller, times: number): Promise<number> {
  const head = `--B\r\nContent-Disposition: form-data; name="files"; filename="half.txt"\r\n\r\n`
  let cut = 0
  await Promise.all(
    Array.from({ length: times }, async () => {
      const going = request(caller.address, {
        method: 'POST',
        headers: { ...caller.headers, 'content-type': 'multipart/form-data; boundary=B', 'content-length': MOST_BYTES },
      })
      going.on('error', () => undefined)
      going.write(head)
      for (let n = 0; n < 8; n++) {
        going.write(Buffer.alloc(65_536, 'x'))
        await pause(10)
      }
      going.destroy()
      cut++
    }),
  )
  await pause(500)
  return cut
}

/** What lies on disk without anybody who has it, and what is had without lying there, once the platform has looked. */
async function leftOver(stage: Stage, folder: string): Promise<number> {
  const look = async () => {
    const rows = await stage.rows<{ id: string; bytes: string; used: boolean }>(
      'select id, bytes::text, in_use as used from files',
    )
    const there = walk(join(folder, 'files')).map(path => ({
      id: path.split('/').at(-1)!,
      bytes: statSync(join(folder, 'files', path)).size,
    }))
    const usedBytes = new Map(rows.filter(row => row.used).map(row => [row.id, Number(row.bytes)]))
    const strange = there.filter(one => usedBytes.get(one.id) !== one.bytes).length
    return strange + (rows.length - usedBytes.size) + (usedBytes.size - (there.length - strange)) + count(join(folder, 'staging'))
  }
  await eventually('nothing is left over', async () => (await look()) === 0, GONE_WITHIN).catch(() => undefined)
  return look()
}

/** A disk that is too small for what is handed in: refused in words, nothing half written, and what has room again is taken again. */
async function fullDisk(stage: Stage, root: string, { disk, file }: Size): Promise<readonly Figure[]> {
  const folder = join(stage.folder, 'disk')
  stage.atEnd(aSmallDisk(folder, disk))
  const server = await stage.server({ DATA_DIR: folder })
  await server.start()
  const caller = await aCaller(server, root)
  const answers: Awaited<ReturnType<Caller['send']>>[] = []
  // One after the other until it is full, then many at once.
  while (answers.length < disk && answers.at(-1)?.status !== 507 && (answers.at(-1)?.status ?? 200) === 200)
    answers.push(await caller.send([aDocument(file * MB, 'plan.pdf')]))
  answers.push(
    ...(await Promise.all(Array.from({ length: 6 }, () => caller.send([aDocument(file * MB), aDocument(file * MB, 'b.pdf')])))),
  )
  const full = answers.filter(({ status }) => status !== 200)
  const wordless = full.filter(({ status, code, message = '' }) => status !== 507 || code !== 'NO_ROOM' || message.length < 20)
  const staged = count(join(folder, 'staging'))
  await stage.owner.query(`update files set unused_since = '-infinity' where not in_use`)
  await server.kill('SIGTERM')
  await server.start()
  const half = staged + (await leftOver(stage, folder))
  // The kept ones come back whole.
  let broken = 0
  for (const id of caller.made) {
    const answer = await fetch(`${caller.address}/${id}/attachments/plan.pdf`, { headers: caller.headers })
    if ((await answer.arrayBuffer()).byteLength !== file * MB) broken++
  }
  // Room again: what was refused is taken.
  const [first] = caller.made
  const { version, attachments } = data(await caller.events.details({ params: { id: first! } }))
  const { title: _title, entityId: _entity, severityLevel: _severity, openDate: _date, ...written } = caller.body()
  const body = { ...written, removedAttachments: attachments.map(({ name }) => name), version }
  data(await caller.events.edit({ params: { id: first! }, body: body as never, files: [] })) // safe: as the contract has it
  await eventually('room', async () => (await caller.send([aDocument(MB)])).status === 200, 30)
  return [
    never('refused without a word of the disk', wordless.length),
    never('half written', half),
    never('files that came back broken', broken),
    never('crashes of the server', server.crashes()),
    fault('refused, since the disk was full', full.length, 3),
    fault('taken before', caller.made.length, 2),
  ]
}

/** Every file below a folder, by its path from there. */
const walk = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter(dirent => !dirent.isDirectory())
        .map(dirent => relative(folder, join(dirent.parentPath, dirent.name)))
    : []
const count = (folder: string) => walk(folder).length
