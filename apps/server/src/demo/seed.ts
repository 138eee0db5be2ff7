import { writeBatch } from '../batches/index.ts'
import { KIND_OF } from '@steading/contract/rule-templates'
import type { RuleKind } from '@steading/contract/rules'
import { addWidget, insertDashboard } from '../dashboards/index.ts'
import type { Devices } from '../devices/index.ts'
import { createEntity, setResponsibles } from '../entities/index.ts'
import { writePast } from '../events/index.ts'
import { createGroup } from '../groups/index.ts'
import { createInterface } from '../interfaces/index.ts'
import { systemActor } from '../platform/actor.ts'
import type { Work } from '../platform/database/work.ts'
import { hashPassword } from '../platform/passwords.ts'
import type { World } from '../platform/world.ts'
import { createRule } from '../rules/index.ts'
import { createTerminal } from '../terminals/index.ts'
import { insertRole } from '../roles/index.ts'
import { anybody, insertPerson, setPasswords } from '../users/index.ts'
import { daysOf } from './batch.ts'
import { boardOf } from './boards.ts'
import { demoBoxes, demoPeople, demoResponsibles, demoTree, interfacesOf, TIME_ZONE, yard } from './farm.ts'
import type { DemoBox, DemoEntity, DemoHouse } from './farm.ts'
import { pastEvents } from './past.ts'
import { demoRoles } from './roles.ts'
import { houseRules } from './rules.ts'
import type { HouseInterfaces } from './rules.ts'

export interface SeededInterface {
  readonly id: number
  readonly address: string
}
export interface SeededBox {
  readonly key: string
  readonly uid: string
  readonly claimCode: string
  readonly yard: readonly SeededInterface[]
  /** By the house's name on its box. */
  readonly houses: Readonly<Record<string, readonly SeededInterface[]>>
}

export const demoEmail = (name: string) => `${name}@steading.example`
export const demoRole = (person: (typeof demoPeople)[number]) => `${person.role}, ${person.at}`

/**
 * Makes the demo farm on an empty platform, with what was written down in its last `days` days, and answers its boxes; on one
 * that has it, only renews the people's passwords.
 */
export async function seedDemo(
  world: World,
  devices: Devices,
  password: string,
  days: number,
): Promise<readonly SeededBox[] | undefined> {
  const passwordHash = await hashPassword(password)
  return world.db.work(systemActor('demo'), async work => {
    if (await anybody(work)) {
      await setPasswords(
        work,
        demoPeople.map(({ name }) => demoEmail(name)),
        passwordHash,
      )
      return undefined
    }
    const at = await seedTree(work)
    const people = await seedPeople(work, at, passwordHash)
    const boxes: SeededBox[] = []
    for (const box of demoBoxes) boxes.push(await seedBox(work, devices, at, box))
    await seedBatches(work, at)
    const past = pastEvents(
      { days, now: work.now.getTime() },
      key => idAt(at, key),
      name => people.get(name)!,
    )
    for (const one of past) await writePast(work, one)
    return boxes
  })
}

type Places = ReadonlyMap<string, string>
const idAt = (at: Places, key: string) => {
  const id = at.get(key)
  if (!id) throw new Error(`the demo has no ${key}`)
  return id
}

async function seedTree(work: Work): Promise<Places> {
  const at = new Map<string, string>()
  const add = async ({ key, children = [], ...entity }: DemoEntity, parentId: string | null) => {
    const id = await createEntity(work, { ...entity, parentId, timeZone: TIME_ZONE })
    at.set(key, id)
    for (const child of children) await add(child, id)
  }
  await add(demoTree, null)
  return at
}

async function seedPeople(work: Work, at: Places, passwordHash: string) {
  const people = new Map<string, string>()
  for (const { name, role, at: place, shortName, root } of demoPeople) {
    const permissions = root ? (['platform.root', ...(demoRoles.get(role) ?? [])] as const) : (demoRoles.get(role) ?? [])
    const roleId = await insertRole(work, idAt(at, 'ROOT'), role, permissions)
    const entityId = idAt(at, place)
    people.set(
      name,
      await insertPerson(work, {
        entityId,
        roleId,
        email: demoEmail(name),
        shortName,
        timeZone: TIME_ZONE,
        passwordHash,
        acceptedTerms: true,
      }),
    )
  }
  for (const { at: place, people: names } of demoResponsibles)
    await setResponsibles(
      work,
      idAt(at, place),
      names.map(name => people.get(name)!),
    )
  return people
}

async function seedBox(work: Work, devices: Devices, at: Places, box: DemoBox): Promise<SeededBox> {
  const terminal = await createTerminal(work, devices, {
    entityId: idAt(at, box.at),
    displayName: box.name,
    profile: box.profile,
    timeOut: 900,
    timeZone: TIME_ZONE,
  })
  const add = async (
    entityId: string,
    name: string,
    address: string,
    one: (typeof yard)[number],
    more: { poultry?: boolean; max?: number } = {},
  ) => {
    const id = await createInterface(work, devices, {
      terminalId: terminal.id,
      entityId,
      displayName: name,
      category: one.category,
      address,
      every: one.every,
      historyConfiguration: one.historyConfiguration,
      ...more,
    })
    return { id: Number(id), address }
  }
  const outside: SeededInterface[] = []
  if (box.yard) for (const one of yard) outside.push(await add(idAt(at, box.farm), one.name, one.path, one))

  const houses: Record<string, SeededInterface[]> = {}
  const made: SeededRule[] = []
  for (const house of box.houses) {
    const found: SeededInterface[] = []
    const byPath: Record<string, string> = {}
    for (const one of interfacesOf(house)) {
      const made = await add(idAt(at, house.at), one.name, `${house.name}/${one.path}`, one, {
        poultry: house.kind === 'broiler',
      })
      byPath[one.path] = String(made.id)
      found.push(made)
    }
    houses[house.name] = found
    made.push(...(await seedHouse(work, at, box, house, terminal.id, byPath)))
  }
  await seedGroups(work, idAt(at, box.farm), box, made)
  return { key: box.key, uid: terminal.claim.uid, claimCode: terminal.claim.claimCode, yard: outside, houses }
}

/** The animals of today, and those before them: the oldest first, as they are numbered. */
async function seedBatches(work: Work, at: Places) {
  const all = demoBoxes
    .flatMap(box => box.houses)
    .flatMap(({ at: key, kind, today }) => {
      if (!today) return []
      const { now, before } = daysOf(kind, today, work.now.getTime())
      return [
        { key, from: before[0], to: before[1] },
        { key, from: now, to: null },
      ]
    })
  for (const { key, from, to } of all.toSorted((a, b) => a.from.getTime() - b.from.getTime()))
    await writeBatch(work, idAt(at, key), from, to)
}

interface SeededRule {
  readonly id: string
  readonly kind: RuleKind
}

async function seedHouse(work: Work, at: Places, box: DemoBox, house: DemoHouse, terminalId: string, byPath: HouseInterfaces) {
  const made: SeededRule[] = []
  for (const rule of houseRules(house, byPath, work.now.getTime())) {
    const place = { entityId: idAt(at, box.farm), sectorId: idAt(at, house.at), terminalId }
    made.push({ id: await createRule(work, { ...rule, ...place }), kind: KIND_OF[rule.template] })
  }
  if (house.today) await seedDashboard(work, at, house, byPath)
  return made
}

/** What is switched together on a farm with several houses. */
async function seedGroups(work: Work, entityId: string, { houses }: DemoBox, rules: readonly SeededRule[]) {
  if (houses.length < 2) return
  const named = {
    'Climate of all houses': 'CONTROL',
    'Alarms of all houses': 'ALARM',
    'Light of all houses': 'SCHEDULER',
  } as const
  for (const [displayName, kind] of Object.entries(named))
    await createGroup(work, { entityId, displayName, ruleIds: rules.filter(one => one.kind === kind).map(one => one.id) })
}

/** The default dashboard of a house; the first house of a farm lends its own to the farm and to what lies above. */
async function seedDashboard(work: Work, at: Places, house: DemoHouse, byPath: HouseInterfaces) {
  const { name, tiles } = boardOf(house)
  for (const place of [house.at, ...(FARM_BOARDS[house.at] ?? [])]) {
    const dashboardId = await insertDashboard(work, {
      entityId: idAt(at, place),
      userId: null,
      displayName: name,
      subtitle: nameOf(house.at),
      isDefault: true,
    })
    for (const {
      type,
      paths,
      place: [x, y, w, h],
      more,
    } of tiles) {
      const ids = paths.map(path => byPath[path])
      const subject = type === 'SIMPLE_MULTI_LINE_CHART' ? { interfaceIds: ids } : { interfaceId: ids[0] }
      await addWidget(work, { dashboardId, type, configs: { ...subject, ...more }, place: { x, y, w, h } })
    }
  }
}

/** Which places above show which house. */
const FARM_BOARDS: Readonly<Record<string, readonly string[]>> = {
  'QPL/h2': ['QPL', 'LA', 'GRL', 'AGT', 'ROOT'],
  'HAZ/s1': ['HAZ', 'LS'],
}

function nameOf(key: string): string {
  const search = (entity: DemoEntity): string | undefined =>
    entity.key === key ? entity.name : (entity.children ?? []).map(search).find(name => name !== undefined)
  return search(demoTree) ?? key
}
