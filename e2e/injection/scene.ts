import { apiAs, data } from '../api.ts'
import type { Stage } from '../stage.ts'

/** Where texts are put, and what came of it: ids of all that carries one, by the parameter of its page. */
export interface Scene {
  readonly stage: Stage
  readonly of: Awaited<ReturnType<typeof apiAs>>['of']
  readonly token: string
  readonly tenant: string
  readonly root: string
  readonly group: string
  readonly farm: string
  readonly otherFarm: string
  readonly house: string
  readonly role: string
  readonly user: string
  readonly box: { readonly id: string; readonly uid: string; readonly claimCode: string }
  /** Sensors of that box: of texts, of figures; and an output. */
  readonly text: string
  readonly sensor: string
  readonly output: string
  readonly alarms: string
  readonly dashboard: string
  readonly made: Map<string, string[]>
}

/** The demo as its first person has it, with a box of our own in a house. */
export async function aScene(stage: Stage): Promise<Scene> {
  const { session, of } = await apiAs(stage.url, 'root', stage.password)
  const places = data(await of('entities').list({ query: {} }))
  const idOf = (name: string) => {
    const found = places.find(place => place.name === name)
    if (!found) throw new Error(`the demo has no ${name}`)
    return found.id
  }
  const farm = idOf('Quinta do Paul')
  const house = idOf('Pavilhão 3')
  const { terminal, claim } = data(
    await of('terminals').create({ body: { displayName: 'Box of texts', entityId: farm, profile: 'FC-SMARTBOX-1' } }),
  )
  const point = async (category: 'TEXT_STATE' | 'TEMPERATURE' | 'FAN_RELAY') =>
    data(
      await of('interfaces').create({
        body: { displayName: category, terminalId: terminal.id, entityId: house, category, address: category },
      }),
    ).id
  const page = await (await fetch(stage.url)).text()
  return {
    stage,
    of,
    token: session.sessionToken,
    root: session.rootEntity.id,
    user: session.userId,
    tenant: /<meta name="tenant" content="([^"]+)"/.exec(page)?.[1] ?? '',
    group: idOf('Grupo Lezíria'),
    farm,
    otherFarm: idOf('Granja do Alviela'),
    house,
    role: data(await of('roles').search({ query: {} })).content[0]!.id,
    box: { id: terminal.id, uid: claim.uid, claimCode: claim.claimCode },
    text: await point('TEXT_STATE'),
    sensor: await point('TEMPERATURE'),
    output: await point('FAN_RELAY'),
    alarms: data(await of('templates').list({ query: { entityId: farm } })).find(
      one => one.category.id === 'ALARM_WITHOUT_ACTUATION' && one.isSystem,
    )!.id,
    dashboard: data(await of('dashboards').create({ body: { displayName: 'Board of texts' } })).id,
    made: new Map(),
  }
}

/** Remembers what carries a text. */
export function note({ made }: Scene, parameter: string, id: string): void {
  made.set(parameter, [...(made.get(parameter) ?? []), id])
}
