import { address } from '@steading/contract/http/client'
import type { Route } from '@steading/contract/http/route'
import sharp from 'sharp'
import { bodies, CASES } from './cases.ts'
import type { Ask, Case } from './cases.ts'
import { put, slots, textFields, valueAt } from './fields.ts'
import type { Slot } from './fields.ts'
import { payload, PAYLOADS } from './payloads.ts'
import type { Scene } from './scene.ts'

/** What became of the texts of one field. */
export interface Sown {
  taken: number
  /** By the code that the field is refused with. */
  readonly refused: Map<string, number>
}

const ID = String.raw`^[1-9]\d{0,17}$`
/** No payload can look like that. */
const isShut = ({ pattern }: { readonly pattern?: string }) =>
  pattern !== undefined && !PAYLOADS.some(text => new RegExp(pattern, 'u').test(text))

/** The fields of every body that take a text, by route; ids are none. */
export const fieldsOf = bodies.flatMap(([name, route]) => {
  const fields = textFields(route.body).filter(({ pattern }) => pattern !== ID)
  return fields.length > 0 ? [{ name, route, fields }] : []
})

/** How often a route that keeps nothing is asked: some are limited. */
const FEW = 4
/** What is changed was made with every payload already; INJECTION=full changes it to every one, too. */
const isFull = process.env.INJECTION === 'full'
const STEP = isFull ? 1 : 5
/** A field that took none of so many texts takes none: it is left as it was, unless all is asked. */
const ENOUGH = isFull ? Infinity : 5
const isNew = (name: string) => name.endsWith('.create') || name === 'dashboards.addWidget'
/** The payloads that a route is asked with. */
const numbers = (name: string, { keepsNothing }: Case) => {
  const all = [...PAYLOADS.keys()]
  return keepsNothing ? all.slice(0, FEW) : isNew(name) ? all : all.filter(n => n % STEP === 0)
}

/** Puts every payload into every text field of every route. Answers by route and field what was taken; what cannot be asked throws. */
export async function sow(scene: Scene): Promise<Map<string, Sown>> {
  const all = new Map<string, Sown>()
  const count = (name: string): Sown => {
    const sown = all.get(name) ?? { taken: 0, refused: new Map<string, number>() }
    all.set(name, sown)
    return sown
  }
  const open = fieldsOf.filter(({ fields }) => fields.some(field => !isShut(field)))
  const missing = open.filter(({ name }) => !(name in CASES)).map(({ name }) => name)
  if (missing.length > 0) throw new Error(`nothing says how to ask ${missing.join(', ')}`)
  for (const { name, fields } of fieldsOf)
    for (const field of fields) if (isShut(field)) count(`${name} ${field.field}`).refused.set('pattern', PAYLOADS.length)
  const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
    .png()
    .toBuffer()

  const deepest = new Map<string, number>()
  const one = async ({ name, route }: (typeof open)[number]) => {
    const asked = (CASES as Readonly<Record<string, Case>>)[name]! // safe: looked up above
    for (const n of numbers(name, asked)) {
      const request = await asked.ask(scene, n)
      const ask = { ...request, body: structuredClone(request.body) }
      const isOver = ({ field }: Slot) => {
        const { taken, refused } = all.get(`${name} ${field}`) ?? { taken: 0, refused: new Map<string, number>() }
        return taken === 0 && [...refused.values()].reduce((sum, one) => sum + one, 0) >= ENOUGH
      }
      const open = slots(route.body, ask.body).filter(slot => slot.pattern !== ID && !isShut(slot))
      const samples = new Map(open.map(slot => [slot, valueAt(ask.body, slot.path)]))
      // Another one in each field, and every one of them in each in the end.
      for (const [at, slot] of open.entries()) if (!isOver(slot)) put(ask.body, slot.path, payload(n + at, slot.most))
      const left = new Set(open.filter(slot => !isOver(slot)))
      const depths = new Map<Slot, number>()
      /** Back to what it was; what still does not fit, since others are out, goes with what it stands in. */
      const takeBack = (slot: Slot, depth: number) => {
        depths.set(slot, depth)
        if (depth === 1) put(ask.body, slot.path, samples.get(slot))
        else put(ask.body, slot.path.slice(0, Math.max(1, slot.path.length + 2 - depth)), undefined)
      }
      for (const slot of open) if (isOver(slot)) takeBack(slot, deepest.get(`${name} ${slot.field}`) ?? 1)
      for (let round = 0; ; round++) {
        const { status, reply } = await send(scene, route, ask, filesOf(asked, n, picture))
        if (status === 200 && 'deferredStatus' in Object(reply)) {
          const { deferredStatus } = reply as { deferredStatus: string } // safe: just looked
          if (!asked.keepsNothing?.includes(deferredStatus)) throw new Error(`${name}: ${deferredStatus}`)
        }
        const problems = problemsOf(status, reply, asked)
        if (problems.length === 0) {
          if (status !== 200 && !asked.keepsNothing?.includes(status))
            throw new Error(
              `${name} answers ${status}: ${JSON.stringify(reply).slice(0, 300)} to ${JSON.stringify(ask).slice(0, 600)}`,
            )
          for (const slot of left) count(`${name} ${slot.field}`).taken++
          asked.noted?.(scene, reply as never) // safe: each knows its route's
          break
        }
        const codes = new Map(
          problems.flatMap(({ field, code }) => about(field, open, left, ask.body).map(slot => [slot, code] as const)),
        )
        const back = [...codes.keys()]
        if (back.length === 0 || round > 16) {
          if (asked.keepsNothing?.includes(status)) break
          throw new Error(
            `${name} refuses what is no payload: ${JSON.stringify(reply).slice(0, 600)} to ${JSON.stringify(ask.body)}`,
          )
        }
        for (const [slot, code] of codes)
          if (left.delete(slot)) {
            const { refused } = count(`${name} ${slot.field}`)
            refused.set(code, (refused.get(code) ?? 0) + 1)
          }
        for (const slot of back) {
          const depth = (depths.get(slot) ?? 0) + 1
          takeBack(slot, depth)
          deepest.set(`${name} ${slot.field}`, Math.max(depth, deepest.get(`${name} ${slot.field}`) ?? 1))
        }
      }
    }
  }
  // Those of one stem change the same things: one after the other.
  await Promise.all(
    Object.values(Object.groupBy(open, ({ name }) => name.split('.')[0]!)).map(async some => {
      for (const next of some ?? []) await one(next)
    }),
  )
  const unreached = open.flatMap(({ name, fields }) =>
    fields.filter(({ field }) => !all.has(`${name} ${field}`)).map(({ field }) => `${name} ${field}`),
  )
  if (unreached.length > 0) throw new Error(`no body that is asked with has room for ${unreached.join(', ')}`)
  return all
}

/** The texts that a problem is about: one that it quotes, else those at or around its path. */
function about(field: string, open: readonly Slot[], left: ReadonlySet<Slot>, body: unknown): Slot[] {
  const quoted = open.filter(slot => left.has(slot) && field.includes(String(valueAt(body, slot.path))))
  return quoted.length > 0 ? quoted : open.filter(slot => touches(slot, body, field))
}

/** Inputs are named by their id as well, from the rule that they are of. */
function touches({ path }: Slot, body: unknown, field: string): boolean {
  const byId: Slot['path'][number][] = []
  for (const [at, part] of path.entries()) {
    const { id } = Object(typeof part === 'number' ? valueAt(body, path.slice(0, at + 1)) : undefined) as { id?: unknown } // safe: only looked at
    if (typeof id === 'string' && path[at - 1] === 'inputs') byId.push(id)
    else if (part !== 'value' || typeof path[at - 1] !== 'number') byId.push(part)
  }
  return [path, byId]
    .flatMap(one => one.flatMap((_, from) => (from === 0 || one.length - from > 1 ? [one.slice(from).join('.')] : [])))
    .some(own => own === field || own.startsWith(`${field}.`) || field.startsWith(`${own}.`))
}

interface Problem {
  readonly field: string
  readonly code: string
}

function problemsOf(status: number, reply: unknown, { problems }: Case): readonly Problem[] {
  if (status === 200) return (problems?.(reply) ?? []).map(field => ({ field, code: 'entry' }))
  if (status !== 400) return []
  return (reply as { fields?: readonly Problem[] }).fields ?? [] // safe: the one body of failures
}

function filesOf({ file }: Case, n: number, picture: Buffer): File[] {
  const name = PAYLOADS[n]!
  if (file === 'text') return [new File(['x'], `${name}x.txt`), new File(['a;b'], `${name.replaceAll('/', '_')}.csv`)]
  return file === 'picture' ? [new File([new Uint8Array(picture)], `${name}.png`)] : []
}

async function send({ stage, token, tenant }: Scene, route: Route, ask: Ask, files: readonly File[]) {
  const text = JSON.stringify(ask.body)
  const form = route.multipart && new FormData()
  if (route.multipart && form) {
    form.append(route.multipart.json, new Blob([text], { type: 'application/json' }))
    for (const file of files) form.append(route.multipart.files, file, file.name)
  }
  const cut = new AbortController()
  const answer = await fetch(`${stage.url}/services${address(route, ask)}`, {
    method: route.method,
    body: form ?? text,
    signal: cut.signal,
    headers: { 'x-tenant': tenant, authorization: `Bearer ${token}`, ...(!form && { 'content-type': 'application/json' }) },
  })
  if ('stream' in route.reply && answer.ok) {
    cut.abort()
    return { status: answer.status, reply: {} }
  }
  const replyText = await answer.text()
  const isJson = answer.headers.get('content-type')?.startsWith('application/json')
  return { status: answer.status, reply: isJson ? (JSON.parse(replyText) as unknown) : replyText }
}
