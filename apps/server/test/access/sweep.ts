import { API_SCOPES } from '@steading/contract/apiAccess/apiAccess'
import { contracts } from '@steading/contract/contracts'
import { address } from '@steading/contract/http/client'
import type { Route, Routes } from '@steading/contract/http/route'
import type { Permission } from '@steading/contract/users/permissions'
import { demoRoles } from '../../src/demo/roles.ts'
import { data } from '../farm.ts'
import type { Farm } from '../farm.ts'
import { fingerprint, objectsAt } from '../objects.ts'
import type { Objects } from '../objects.ts'
import { CASES, LAST } from './cases.ts'
import type { Ask, RouteName } from './cases.ts'

const names = (Object.keys(CASES) as RouteName[]).toSorted((a, b) => LAST.indexOf(a) - LAST.indexOf(b)) // safe: the table's own keys

/** Roles see a rule of their kind only; the objects carry alarms. */
const ofTheirKind: ReadonlySet<string> = new Set([
  'rules.details',
  'rules.conflicts',
  'rules.leaving',
  'ledger.search',
  'rehearsal.rehearse',
])

/** A program, with all scopes that there are: what people may do without a session's permissions it may only where the route says so. */
export const API_USER = 'API user'

const allowed = ({ access, requires, apiScope }: Route, granted: ReadonlySet<Permission>, name: RouteName, who: string) => {
  const { needs } = CASES[name]
  if (needs && !granted.has('platform.root') && !granted.has(needs)) return false
  if (access === 'session' && who === API_USER) return apiScope !== undefined
  if (access === 'open' || access === 'link' || access === 'session' || granted.has('platform.root')) return true
  if (requires && !granted.has(requires)) return false
  const asked = typeof access === 'string' ? [access] : access
  if (ofTheirKind.has(name)) return granted.has('rules.alarms')
  return asked.some(one => granted.has(one))
}

export interface Finding {
  readonly who: string
  readonly route: string
  readonly where: string
  readonly problem: string
}

export interface Sweep {
  readonly calls: number
  readonly inScope: number
  readonly succeeded: number
  readonly findings: readonly Finding[]
  /** Names of elsewhere that showed, and foreign objects that changed. */
  readonly leaks: number
}

const WHERE = { inside: 'Paul', beside: 'Azinheira', above: 'Grupo', outside: 'Far farm' } as const

const permissionsOf = (who: string): readonly Permission[] => {
  if (who === 'ROOT') return ['platform.root']
  return who === API_USER ? API_SCOPES : (demoRoles.get(who) ?? [])
}

/** The token of an API user that somebody makes with all that they have. */
async function apiUserOf(farm: Farm, sessionToken: string): Promise<string> {
  const body = {
    username: 'sweep',
    displayName: 'Sweep',
    scopes: [...API_SCOPES],
    allowedIps: [],
    rateLimit: 6000,
    expiresUtc: null,
  }
  const { id, secret } = data(await farm.api({ sessionToken }).apiAccess.create({ body: { ...body, entityId: farm.at.Aves! } }))
  return `${id}.${secret}`
}

/** Calls every route as each of these roles standing at the enterprise Aves (ROOT: at the root), and as nobody. */
export async function sweep(farm: Farm, roles: readonly string[]): Promise<Sweep> {
  await farm.entity('Far partner', 'PARTNER', 'Root')
  await farm.entity('Far enterprise', 'ENTERPRISE', 'Far partner')
  await farm.entity('Far farm', 'FARM', 'Far enterprise')
  const findings: Finding[] = []
  let calls = 0
  let inScope = 0
  let succeeded = 0
  let leaks = 0

  for (const who of roles) {
    const permissions = permissionsOf(who)
    const granted: ReadonlySet<Permission> = new Set(permissions)
    let token =
      who === 'nobody'
        ? undefined
        : (await farm.login(await farm.person(who === 'ROOT' ? 'Root' : 'Aves', permissions))).sessionToken
    if (who === API_USER && token !== undefined) token = await apiUserOf(farm, token)
    const objects = Object.fromEntries(
      await Promise.all(
        Object.entries(WHERE).map(async ([where, name]) => [where, await objectsAt(farm, farm.at[name]!)] as const),
      ),
    ) as Record<keyof typeof WHERE, Objects> // safe: one entry a place
    const foreign = who === 'ROOT' ? [] : (['beside', 'above', 'outside'] as const).map(where => objects[where])
    const before = await fingerprint(farm, foreign)

    const look = async (name: RouteName, where: keyof typeof WHERE) => {
      const [stem, call] = name.split('.') as [keyof typeof contracts, string] // safe: RouteName
      const route = (contracts[stem] as Routes)[call]!
      const { kind, ask, inside: expectedInside = 200, hidden = false, above } = CASES[name]
      const inside = typeof expectedInside === 'number' ? expectedInside : expectedInside(objects[where])
      const reachable = where === 'inside' || who === 'ROOT' || (where === 'above' && above === 'seen')
      if (kind === 'own' && where !== 'inside') return
      calls++
      const { status, text } = await send(farm, route, ask(objects[where]), token)
      const problem = (what: string) => findings.push({ who, route: name, where, problem: what })

      for (const one of foreign)
        if (text.includes(one.canary) && !(above && one === objects.above)) {
          leaks++
          problem(`shows ${one.canary}`)
        }
      if (route.access === 'link') {
        if (!isAbsent(status, text)) problem(`answers ${status} without a public link`)
      } else if (who === 'nobody' && route.access !== 'open') {
        if (status !== 401) problem(`answers ${status} without a session`)
      } else if (!allowed(route, granted, name, who)) {
        if (status !== 403 && !((ofTheirKind.has(name) || CASES[name].needs) && isAbsent(status, text)))
          problem(`answers ${status} without the permission`)
      } else if (kind === 'object' && (hidden || !reachable)) {
        if (!isAbsent(status, text)) problem(`answers ${status} for what is out of reach`)
      } else if (reachable) {
        inScope++
        if (status === inside) succeeded++
        else problem(`answers ${status}, not ${inside}: ${text.slice(0, 200)}`)
        if (name === 'sessions.extend') token = (JSON.parse(text) as { sessionToken: string }).sessionToken
      } else if (status !== 200) problem(`answers ${status} with an empty list asked for`)
    }
    for (const name of names) {
      const elsewhere = ['outside', 'above', 'beside'] as const
      // Whoever may nothing there changes nothing there: one need not wait for the other.
      if (who === 'ROOT') for (const where of elsewhere) await look(name, where)
      else await Promise.all(elsewhere.map(where => look(name, where)))
      await look(name, 'inside')
    }

    if ((await fingerprint(farm, foreign)) !== before) {
      leaks++
      findings.push({ who, route: '–', where: 'elsewhere', problem: 'foreign objects changed' })
    }
  }
  return { calls, inScope, succeeded, findings, leaks }
}

/** Not there: 404, a field that names nothing, a refusal that says so, or each id of a bulk call answered so. */
function isAbsent(status: number, text: string): boolean {
  if (status === 404) return true
  if (status === 400) return text.includes('"notFound"')
  return status === 200 && /"(\w+_)?NOT_FOUND"|"notFound"/.test(text)
}

async function send(farm: Farm, route: Route, ask: Ask, token: string | undefined) {
  const cut = new AbortController()
  const form = route.multipart && new FormData()
  if (form) form.append(route.multipart.json, new Blob([JSON.stringify(ask.body)], { type: 'application/json' }))
  const response = await fetch(`${farm.url}/services${address(route, ask)}`, {
    method: route.method,
    signal: cut.signal,
    headers: {
      'x-tenant': '1',
      ...(token && { authorization: `Bearer ${token}` }),
      ...(ask.body !== undefined && !form && { 'content-type': 'application/json' }),
    },
    ...(form ? { body: form } : ask.body !== undefined && { body: JSON.stringify(ask.body) }),
  })
  if (!response.ok || !('stream' in route.reply)) return { status: response.status, text: await response.text() }
  const reader = response.body!.getReader()
  const first = await reader.read()
  cut.abort()
  return { status: response.status, text: Buffer.from(first.value ?? []).toString() }
}

export const everybody = ['nobody', 'ROOT', ...demoRoles.keys()]
