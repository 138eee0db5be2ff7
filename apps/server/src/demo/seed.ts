import { KIND_OF } from '@steading/contract/rules/ruleTemplates'
import type { RuleKind } from '@steading/contract/rules/rules'
import { addWidget, insertDashboard } from '../dashboards/index.ts'
import type { Devices } from '../devices/index.ts'
import { createEntity, setResponsibles } from '../entities/index.ts'
import { createGroup } from '../groups/index.ts'
import { createInterface, defaultInterfaces, setDefaults } from '../interfaces/index.ts'
import { systemActor } from '../platform/actor.ts'
import type { UnitOfWork } from '../platform/database/unitOfWork.ts'
import { hashPassword } from '../platform/security/passwords.ts'
import type { World } from '../platform/world.ts'
import { createRule } from '../rules/index.ts'
import { createTerminal } from '../terminals/index.ts'
import { insertRole } from '../roles/index.ts'
import { anybody, insertPerson, setPasswords } from '../users/index.ts'
import { boardOf } from './boards.ts'
import { broilerOffice, dairyBoard, pigOffice } from './office.ts'
import type { OfficeWidget } from './office.ts'
import { DAIRY_HOUSE, demoBoxes, demoPeople, demoResponsibles, demoTree, interfacesOf, TIME_ZONE, yardOf } from './farm.ts'
import type { DemoBox, DemoEntity, DemoHouse, DemoInterface } from './farm.ts'
import { pastEvents } from './diary.ts'
import { insertPastEvent } from './history.sql.ts'
import { seedProduction } from './production/seedProduction.ts'
import { seedPrograms } from './programs.ts'
import { savePlan } from '../protection/index.ts'
import { farmPlan, housePlan } from './protection.ts'
import { seedReports } from './reports.ts'
import { demoRoles } from './roles.ts'
import { houseRules } from './rules.ts'
import type { HouseInterfaces } from './rules.ts'
import { insertDemoTasks } from './tasks.sql.ts'

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
    // Before the rules: some follow the batch of their house.
    await seedProduction(
      work,
      world,
      key => idAt(at, key),
      name => people.get(name)!, // safe: the plan names demo people
    )
    const boxes: SeededBox[] = []
    for (const box of demoBoxes) boxes.push(await seedBox(work, devices, at, box, people.get('manager')!)) // safe: the plan names demo people
    await seedPigOffice(work, at, boxes, people.get('integrator')!) // safe: the plan names demo people
    await seedDairyBoards(work, at, boxes)
    const past = pastEvents(
      { days, now: work.now.getTime() },
      key => idAt(at, key),
      name => people.get(name)!,
    )
    for (const pastEvent of past) await insertPastEvent(work, pastEvent)
    await insertDemoTasks(
      work,
      key => idAt(at, key),
      name => people.get(name)!, // safe: the plan names demo people
    )
    await seedPrograms(work, { entityId: idAt(at, 'LA'), owner: people.get('integrator')! }) // safe: the plan names demo people
    await savePlan(work, idAt(at, 'QPL'), farmPlan(work.now.getTime()), 0)
    await savePlan(work, idAt(at, 'QPL/h1'), housePlan(work.now.getTime()), 0)
    await seedReports(work, { entityId: idAt(at, 'LA'), manager: people.get('manager')! }) // safe: the plan names demo people
    return boxes
  })
}

type Places = ReadonlyMap<string, string>
const idAt = (at: Places, key: string) => {
  const id = at.get(key)
  if (!id) throw new Error(`the demo has no ${key}`)
  return id
}

async function seedTree(work: UnitOfWork): Promise<Places> {
  const at = new Map<string, string>()
  const add = async ({ key, children = [], ...entity }: DemoEntity, parentId: string | null) => {
    const id = await createEntity(work, { ...entity, parentId, timeZone: TIME_ZONE })
    at.set(key, id)
    for (const child of children) await add(child, id)
  }
  await add(demoTree, null)
  return at
}

async function seedPeople(work: UnitOfWork, at: Places, passwordHash: string) {
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

async function seedBox(work: UnitOfWork, devices: Devices, at: Places, box: DemoBox, managerId: string): Promise<SeededBox> {
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
    demoInterface: DemoInterface,
    more: { poultry?: boolean; capacity?: number } = {},
  ) => {
    const id = await createInterface(work, devices, {
      terminalId: terminal.id,
      entityId,
      displayName: name,
      category: demoInterface.category,
      address,
      every: demoInterface.every,
      historyConfiguration: demoInterface.historyConfiguration,
      ...more,
    })
    return { id: Number(id), address }
  }
  const outside: SeededInterface[] = []
  if (box.yard)
    for (const item of yardOf(box.farm)) outside.push(await add(idAt(at, item.at ?? box.farm), item.name, item.path, item))

  const houses: Record<string, SeededInterface[]> = {}
  const made: SeededRule[] = []
  const pathsByHouse = new Map<string, HouseInterfaces>()
  for (const house of box.houses) {
    const found: SeededInterface[] = []
    const byPath: Record<string, string> = {}
    for (const item of interfacesOf(house)) {
      const made = await add(idAt(at, house.at), item.name, `${house.name}/${item.path}`, item, {
        poultry: house.kind === 'broiler',
        ...(item.category === 'SILO_WEIGHT' && { capacity: house.silo }),
      })
      byPath[item.path] = String(made.id)
      found.push(made)
    }
    houses[house.name] = found
    pathsByHouse.set(house.at, byPath)
    await seedDefaults(work, idAt(at, house.at), byPath)
    made.push(...(await seedHouse(work, at, box, house, terminal.id, byPath)))
  }
  const groupIds = await seedGroups(work, idAt(at, box.farm), box, made)
  const office = pathsByHouse.get(OFFICE_HOUSE)
  if (office) await seedOffice(work, at, { box, byPath: office, groupIds, managerId })
  return { key: box.key, uid: terminal.claim.uid, claimCode: terminal.claim.claimCode, yard: outside, houses }
}

/** The meters and the silo that stand for a house, by their paths. */
const DEFAULT_PATHS = ['water', 'silo', 'feed']

async function seedDefaults(work: UnitOfWork, entityId: string, byPath: Readonly<Record<string, string>>) {
  const interfaceIds = DEFAULT_PATHS.flatMap(path => byPath[path] ?? [])
  const { version } = await defaultInterfaces(work, entityId)
  await setDefaults(work, entityId, { interfaceIds, version })
}

interface SeededRule {
  readonly id: string
  readonly kind: RuleKind
}

async function seedHouse(
  work: UnitOfWork,
  at: Places,
  box: DemoBox,
  house: DemoHouse,
  terminalId: string,
  byPath: HouseInterfaces,
) {
  const made: SeededRule[] = []
  for (const rule of houseRules(house, byPath, work.now.getTime())) {
    const place = { entityId: idAt(at, box.farm), sectorId: idAt(at, house.at), terminalId }
    made.push({ id: await createRule(work, { ...rule, ...place }), kind: KIND_OF[rule.template] })
  }
  if (house.today) await seedDashboard(work, at, house, byPath)
  return made
}

/** What is switched together on a farm with several houses. */
async function seedGroups(work: UnitOfWork, entityId: string, { houses }: DemoBox, rules: readonly SeededRule[]) {
  if (houses.length < 2) return []
  const named = {
    'Climate of all houses': 'CONTROL',
    'Alarms of all houses': 'ALARM',
    'Light of all houses': 'SCHEDULER',
  } as const
  const ids: string[] = []
  for (const [displayName, kind] of Object.entries(named)) {
    const ruleIds = rules.filter(rule => rule.kind === kind).map(rule => rule.id)
    const { id } = await createGroup(work, { entityId, displayName, ruleIds })
    ids.push(id)
  }
  return ids
}

/** The house of the dashboard for the desk. */
const OFFICE_HOUSE = 'QPL/h2'

/** The manager's own dashboard for the desk. */
async function seedOffice(
  work: UnitOfWork,
  at: Places,
  { box, byPath, groupIds, managerId }: { box: DemoBox; byPath: HouseInterfaces; groupIds: readonly string[]; managerId: string },
) {
  const entityId = idAt(at, 'LA')
  const widgets = broilerOffice({
    interfaceAt: path => byPath[path]!, // safe: paths of this kind of house
    house: idAt(at, OFFICE_HOUSE),
    farm: idAt(at, box.farm),
    enterprise: entityId,
    groupIds,
  })
  await seedOwnDashboard(work, { entityId, userId: managerId, displayName: 'Production office' }, widgets)
}

/** The room of the dashboard for the desk. */
const OFFICE_ROOM = 'HAZ/s1'

/** The integrator's own dashboard of pigs and milk. */
async function seedPigOffice(work: UnitOfWork, at: Places, boxes: readonly SeededBox[], integratorId: string) {
  const entityId = idAt(at, 'LS')
  const room = demoBoxes.flatMap(box => box.houses).find(house => house.at === OFFICE_ROOM)!
  const found = boxes.find(({ key }) => key === OFFICE_ROOM)!.houses[room.name]!
  const idOf = (all: readonly SeededInterface[], address: string) => String(all.find(each => each.address === address)!.id)
  const widgets = pigOffice({
    interfaceAt: path => idOf(found, `${room.name}/${path}`),
    room: idAt(at, OFFICE_ROOM),
    enterprise: entityId,
    milkId: idOf(
      boxes.flatMap(box => box.yard),
      'farm/milk',
    ),
  })
  await seedOwnDashboard(work, { entityId, userId: integratorId, displayName: 'Pig office' }, widgets)
}

/** A dashboard of a person, with widgets for the desk. */
async function seedOwnDashboard(
  work: UnitOfWork,
  dashboard: { readonly entityId: string; readonly userId: string; readonly displayName: string },
  widgets: readonly OfficeWidget[],
) {
  const dashboardId = await insertDashboard(work, dashboard)
  await seedWidgets({ ...work, actor: { ...work.actor, id: dashboard.userId } }, dashboardId, widgets)
}

async function seedWidgets(work: UnitOfWork, dashboardId: string, widgets: readonly OfficeWidget[]) {
  for (const {
    type,
    configs,
    place: [x, y, w, h],
  } of widgets)
    await addWidget(work, { dashboardId, type, configs, place: { x, y, w, h } })
}

/** The default dashboard of the farm with the dairy herd, and of its house. */
async function seedDairyBoards(work: UnitOfWork, at: Places, boxes: readonly SeededBox[]) {
  const own = boxes.map(({ yard }) => yard).find(yard => yard.some(({ address }) => address === 'farm/milk'))!
  const [farm] = DAIRY_HOUSE.split('/') as [string] // safe: the key of a sector begins with its farm's
  const widgets = dairyBoard({
    interfaceAt: path => String(own.find(({ address }) => address === path)!.id),
    farm: idAt(at, farm),
  })
  for (const place of [farm, DAIRY_HOUSE]) {
    const entityId = idAt(at, place)
    const board = { entityId, userId: null, displayName: 'Dairy watch', subtitle: nameOf(place), isDefault: true }
    await seedWidgets(work, await insertDashboard(work, board), widgets)
  }
}

/** The default dashboard of a house; the first house of a farm lends its own to the farm and to what lies above. */
async function seedDashboard(work: UnitOfWork, at: Places, house: DemoHouse, byPath: HouseInterfaces) {
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
