import { contracts } from '@steading/contract/contracts'
import type { Route, Routes } from '@steading/contract/route'
import { data, eventually } from '../api.ts'
import { note } from './scene.ts'
import type { Scene } from './scene.ts'

type RouteName = { [S in keyof typeof contracts]: `${S}.${keyof (typeof contracts)[S] & string}` }[keyof typeof contracts]

export interface Ask {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly body: unknown
}

/** How a route is asked with a body that has room for every text: the n-th time. */
export interface Case {
  readonly ask: (scene: Scene, n: number) => Ask | Promise<Ask>
  /** A file that comes with it, under a name that is a text too. */
  readonly file?: 'text' | 'picture'
  /** What it answers besides 200: it keeps nothing of what was said. */
  readonly keepsNothing?: readonly (number | string)[]
  /** What it says of fields of its own entries, in an answer. */
  readonly problems?: (reply: unknown) => readonly string[]
  /** What carries the texts now. */
  readonly noted?: (scene: Scene, reply: never) => void
}

const noteId =
  (parameter: string) =>
  (scene: Scene, { id }: { readonly id: string }) =>
    note(scene, parameter, id)
const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
const nth = (n: number, length: number) => n.toString(36).toUpperCase().padStart(length, 'Z')

const billing = {
  ...{
    name: 'xxx',
    email: 'x@steading.example',
    fax: '+351210000000',
    phoneNumber: '+351210000000',
    addressLine1: 'xxx',
    addressLine2: 'xxx',
  },
  ...{ postalCode: 'xxx', city: 'xxx', region: 'xxx', vat: 'xxx', iban: null, bicSwiftIso9362: null, country: 'PRT' },
}
const told = ({ user }: Pick<Scene, 'user'>) => [
  {
    ...{ type: 'MAIL', notifyResponsible: false },
    properties: {
      usersList: [user],
      contactsList: ['reader@steading.example', 'y@steading.example'],
      subject: 'xxx',
      body: 'xxx',
    },
  },
]
const person = {
  ...{ displayName: 'Some one', shortName: 'Some', timeZone: 'UTC' },
  contacts: [
    { type: 'WORK_PHONE_NUMBER', phoneNumber: '+351912345678' },
    {
      type: 'POSTAL_ADDRESS',
      addressLine1: 'xxx',
      addressLine2: 'xxx',
      region: 'xxx',
      postalCode: 'xxx',
      city: 'xxx',
      countryCodeA3: 'PRT',
    },
  ],
}
const draft = ({ farm, house, alarms, box, text, user }: Scene) => ({
  ...{ displayName: 'Rule of texts', rootEntityId: farm, sectorId: house, templateId: alarms, terminalId: box.id },
  inputs: [{ id: 'lines', value: [{ interfaceId: text, logicOperator: 'NOT_EQUAL', inputValue: 'xxx' }] }],
  eventConfiguration: {
    ...{ title: 'xxx', description: 'xxx', category: 'CLIMATE', severityLevel: 'MAJOR', actionConfigurations: told({ user }) },
  },
})
const words = { 'en-US': 'xxx', 'pt-PT': 'xxx' }
const input = {
  ...{ id: 'lines', group: 'lines', type: 'DROPGROUP', action: 'INPUT', required: true },
  ...{
    unit: 'xxx',
    enumEntries: ['xxx'],
    filters: { categories: ['TEXT_STATE'] },
    when: { input: 'xxx', is: 'xxx' },
    translations: words,
    trueFalse: { true: words, false: words },
  },
  defaultValue: 'xxx',
}
const template = {
  ...{ engine: 'ALARM_WITHOUT_ACTUATION', name: 'Some template', translations: words, description: words },
  inputs: [{ ...input, inputs: [{ ...input, id: 'notificationLimit', type: 'INTEGER', action: undefined }] }],
}
/** Every other one is a ticket. */
const event = ({ house, user }: Scene, n: number) => ({
  ...{
    title: 'xxx',
    description: 'xxx',
    additionalNotes: 'xxx',
    actions: told({ user }),
    openDate: ago(n + 2),
    entityId: house,
    severityLevel: 'MAJOR',
  },
  ...{ category: n % 2 === 0 ? 'SECURITY' : 'HELPDESK', cause: 'UNKNOWN', status: 'OPEN' },
})
/** One of its own for what is changed, made once. */
async function own(scene: Scene, key: string, make: () => Promise<string>): Promise<string> {
  const [there] = scene.made.get(`own ${key}`) ?? []
  if (there !== undefined) return there
  const id = await make()
  note(scene, `own ${key}`, id)
  return id
}
const ownEvent = (scene: Scene) =>
  own(scene, 'event', async () => {
    const body = { ...event(scene, 0), title: 'Written', actions: [] }
    const { id } = data(await scene.of('events').create({ body: body as never, files: [new File(['xxx'], 'kept.txt')] })) // safe: as the case below sends it
    note(scene, 'eventId', id)
    return id
  })
const ownRule = (scene: Scene) =>
  own(scene, 'rule', async () => data(await scene.of('rules').create({ body: draft(scene) as never })).rule.id) // safe: as the case below sends it
const versionOf = async (answer: Promise<{ readonly data: { readonly version: number } } | { readonly refused: string }>) =>
  data(await answer).version
/** The key of a link that came by mail. */
async function key(scene: Scene): Promise<string> {
  const to = 'linked@steading.example'
  return own(scene, 'key', async () => {
    const [mail] = told(scene)
    const body = { ...event(scene, 0), actions: [{ ...mail, properties: { contactsList: [to] } }] }
    data(await scene.of('events').create({ body: body as never, files: [] })) // safe: as the case below sends it
    const { mails } = scene.stage
    const got = await eventually('a link', async () => mails.find(one => one.to?.some(({ address }) => address === to)), Boolean)
    const token = /\/alarm#(\S+)/.exec(got?.text ?? '')?.[1] ?? ''
    return data(await scene.of('events').followLink({ body: { token } })).key
  })
}

const UNKNOWN = 'nowhere@steading.example'
const PASSWORD = 'Correct-horse-7'

/** Of each route whose body takes texts: how it is asked. One that is missing fails the sweep. */
export const CASES: Readonly<Partial<Record<RouteName, Case>>> = {
  'dashboards.create': { ask: () => ({ body: { displayName: 'Some board' } }) },
  'dashboards.addWidget': {
    ask: ({ dashboard, text }) => ({
      body: { dashboardId: dashboard, type: 'DIRECT_VALUE', configs: { interfaceId: text, title: 'xxx' } },
    }),
  },
  'entities.create': {
    ask: ({ group }, n) => ({
      body: {
        ...{
          type: 'ENTERPRISE',
          parentId: group,
          name: `Enterprise ${n}`,
          code: nth(n, 2),
          entityInfo: 'xxx',
          billingInformation: billing,
        },
        ...{ timeZone: 'UTC', areaBoundaries: null },
      },
    }),
    file: 'picture',
    noted: noteId('entityid'),
  },
  'entities.edit': {
    ask: async scene => {
      const id = await own(scene, 'enterprise', async () => {
        const body = { type: 'ENTERPRISE' as const, parentId: scene.group, name: 'Changed', code: 'YY' }
        return data(await scene.of('entities').create({ body, files: [] })).id
      })
      const version = await versionOf(scene.of('entities').details({ params: { id } }))
      return {
        params: { id },
        body: {
          ...{ name: 'xxx', code: 'YY', entityInfo: 'xxx', billingInformation: billing, timeZone: 'UTC', areaBoundaries: null },
          version,
        },
      }
    },
  },
  'events.create': { ask: (scene, n) => ({ body: event(scene, n) }), file: 'text', noted: noteId('eventId') },
  'events.edit': {
    ask: async scene => {
      const id = await ownEvent(scene)
      const { attachments, version } = data(await scene.of('events').details({ params: { id } }))
      return { params: { id }, body: { ...event(scene, 0), removedAttachments: attachments.map(({ name }) => name), version } }
    },
    file: 'text',
  },
  'events.quickClose': {
    ask: async scene => {
      const body = { ...event(scene, 0), title: 'Closed', actions: [] }
      const { id } = data(await scene.of('events').create({ body: body as never, files: [] })) // safe: as the case above sends it
      note(scene, 'eventId', id)
      return { body: { ids: [id], notes: 'xxx' } }
    },
  },
  'events.takeStep': {
    ask: async scene => ({ params: { id: await ownEvent(scene) }, body: { step: 'SEEN', notes: 'xxx' } }),
  },
  'events.stepByLink': { ask: async scene => ({ body: { key: await key(scene), step: 'SEEN', notes: 'xxx' } }) },
  'events.setStatus': {
    ask: async scene => {
      const id = await ownEvent(scene)
      const version = await versionOf(scene.of('events').details({ params: { id } }))
      return { params: { id }, body: { status: version % 2 ? 'PENDING' : 'OPEN', notes: 'xxx', version } }
    },
  },
  'groups.create': { ask: ({ farm }, n) => ({ body: { entityId: farm, displayName: `Group ${n}` } }) },
  'groups.edit': {
    ask: async (scene, n) => {
      const { of, otherFarm } = scene
      const body = { entityId: otherFarm, displayName: 'Changed' }
      const id = await own(scene, 'group', async () => data(await of('groups').create({ body })).id)
      const all = data(await of('groups').search({ query: { entityId: otherFarm, itemsPerPage: 50 } })).content
      return { params: { id }, body: { displayName: `Group ${n}`, version: all.find(one => one.id === id)!.version } }
    },
  },
  // Into the log, which no screen shows.
  'health.reportError': { ask: () => ({ body: { userId: 'xxx', error: 'xxx', errorInfo: 'xxx' } }), keepsNothing: [200, 429] },
  'interfaces.create': {
    ask: ({ box, house }, n) => ({
      body: { displayName: `Sensor ${n}`, terminalId: box.id, entityId: house, category: 'TEXT_STATE', address: `xxx ${n}` },
    }),
    noted: noteId('interfaceId'),
  },
  'interfaces.edit': {
    ask: async ({ of, house, box, sensor }) => {
      const params = { e: house, t: box.id, i: sensor }
      return { params, body: { displayName: 'xxx', address: 'xxx', version: await versionOf(of('interfaces').at({ params })) } }
    },
  },
  'interfaces.actuate': {
    ask: ({ house, box, output }) => ({ params: { e: house, t: box.id, i: output }, body: { value: 'xxx' } }),
    keepsNothing: [400, 'TERMINAL_NOT_CONNECTED', 'TERMINAL_NOT_PROVISIONED'],
  },
  'outbox.pressed': {
    ask: () => ({ params: { token: 'x'.repeat(43) }, body: { Digits: 'xxx', Other: 'xxx' } }),
    keepsNothing: [404, 429],
  },
  'outbox.reported': {
    ask: () => ({ params: { id: '1' }, body: { MessageStatus: 'xxx', CallStatus: 'xxx', ErrorCode: 'xxx', Other: 'xxx' } }),
    keepsNothing: [404, 429],
  },
  'outbox.replied': { ask: () => ({ body: { From: 'xxx', Body: 'xxx', Other: 'xxx' } }), keepsNothing: [404, 429] },
  'readings.lastAggregate': { ask: ({ sensor }) => ({ body: { interfaceIds: [sensor], timezone: 'UTC' } }), keepsNothing: [200] },
  'rehearsal.rehearse': {
    ask: scene => {
      const { displayName: _, ...rule } = draft(scene)
      const { title: _title, description: _words, category: _kind, ...eventConfiguration } = rule.eventConfiguration
      return { body: { rule: { ...rule, eventConfiguration }, days: 7 } }
    },
    keepsNothing: [200],
  },
  'roles.create': {
    ask: ({ farm }, n) => ({ body: { entityId: farm, name: `Role ${n}`, permissions: [] } }),
    noted: noteId('roleid'),
  },
  'roles.edit': {
    ask: async scene => {
      const { of, otherFarm } = scene
      const id = await own(scene, 'role', async () => {
        const body = { entityId: otherFarm, name: 'Changed', permissions: [] }
        return data(await of('roles').create({ body })).id
      })
      return {
        params: { id },
        body: { name: 'Another', permissions: [], version: await versionOf(of('roles').details({ params: { id } })) },
      }
    },
  },
  'rules.create': {
    ask: scene => ({ body: draft(scene) }),
    noted: (scene, { rule }: { readonly rule: { readonly id: string } }) => note(scene, 'ruleId', rule.id),
  },
  'rules.createMany': { ask: scene => ({ body: { rules: [draft(scene)] } }), problems: ofEntries },
  'rules.edit': {
    ask: async scene => {
      const id = await ownRule(scene)
      return {
        params: { id },
        body: { ...draft(scene), version: await versionOf(scene.of('rules').details({ params: { id } })) },
      }
    },
  },
  'rules.editMany': {
    ask: async scene => {
      const id = await ownRule(scene)
      const version = await versionOf(scene.of('rules').details({ params: { id } }))
      return { body: { rules: [{ ...draft(scene), id, version }] } }
    },
    problems: ofEntries,
  },
  'rules.editInputs': {
    ask: async scene => {
      const id = await ownRule(scene)
      const version = await versionOf(scene.of('rules').details({ params: { id } }))
      return { params: { id }, body: { inputs: draft(scene).inputs, version } }
    },
  },
  'rules.rename': {
    ask: async ({ of }, n) => {
      // Those of the demo: of every kind, in service.
      const kind = n % 2 ? 'CONTROL' : 'SCHEDULER'
      const { content } = data(await of('rules').search({ query: { kind, sortProperty: 'id', sortDirection: 'ASC' } }))
      const { id, version } = content[0]!
      return { body: { id, displayName: 'xxx', version } }
    },
  },
  'sessions.login': { ask: () => ({ body: { email: 'xxx', password: 'xxx' } }), keepsNothing: [401, 429] },
  'sessions.setup': {
    ask: () => ({ body: { setupCode: 'xxx', displayName: 'Some one', email: UNKNOWN, password: PASSWORD } }),
    keepsNothing: [401, 429],
  },
  'sessions.tokenLogin': { ask: () => ({ body: { token: 'xxx' } }), keepsNothing: [401, 429] },
  'tags.create': { ask: ({ farm }, n) => ({ query: { entityId: farm }, body: { name: `Tag ${n}`, translations: words } }) },
  'tags.edit': {
    ask: async (scene, n) => {
      const { of, otherFarm } = scene
      const query = { entityId: otherFarm }
      const id = await own(scene, 'tag', async () => data(await of('tags').create({ query, body: { name: 'Changed' } })).tag.id)
      const { version } = data(await of('tags').list({ query })).find(one => one.id === id)!
      return { params: { id }, body: { name: `Tag ${n}`, translations: words, version } }
    },
  },
  'templates.create': {
    ask: ({ farm }, n) => ({ body: { entityId: farm, ...template, name: `Template ${n}` } }),
    noted: noteId('ruleTemplateId'),
  },
  'templates.edit': {
    ask: async scene => {
      const { of, otherFarm } = scene
      const id = await own(scene, 'template', async () => {
        const inputs = [{ id: 'lines', group: 'lines', type: 'DROPGROUP', action: 'INPUT', required: true }] as const
        const body = { entityId: otherFarm, name: 'Changed', engine: 'ALARM_WITHOUT_ACTUATION' as const, inputs: [...inputs] }
        return data(await of('templates').create({ body })).id
      })
      return { params: { id }, body: { ...template, version: await versionOf(of('templates').details({ params: { id } })) } }
    },
  },
  'terminals.create': {
    ask: ({ farm }, n) => ({ body: { displayName: `Box ${n}`, entityId: farm, profile: 'FC-SMARTBOX-1', timeZone: 'UTC' } }),
    noted: (scene, { terminal }: { readonly terminal: { readonly id: string } }) => note(scene, 'terminalId', terminal.id),
  },
  'terminals.edit': {
    ask: async ({ of, farm, box: { id } }) => {
      const version = await versionOf(of('terminals').details({ params: { id } }))
      const body = {
        displayName: 'xxx',
        entityId: farm,
        profile: 'FC-SMARTBOX-1',
        timeOut: 900,
        timeZone: 'Europe/Lisbon',
        version,
      }
      return { params: { id }, body }
    },
  },
  'terminals.rename': {
    ask: async ({ of, box: { id } }) => ({
      params: { id },
      body: { displayName: 'xxx', version: await versionOf(of('terminals').details({ params: { id } })) },
    }),
  },
  'terminals.swap': {
    ask: async scene => {
      const { of, farm } = scene
      const id = await own(scene, 'terminal', async () => {
        const body = { displayName: 'Swapped', entityId: farm, profile: 'FC-SMARTBOX-1' as const }
        return data(await of('terminals').create({ body })).terminal.id
      })
      return { params: { id }, body: { version: await versionOf(of('terminals').details({ params: { id } })) } }
    },
  },
  'users.editPersonal': {
    ask: async ({ of }) => ({ body: { ...person, version: await versionOf(of('users').personal()) } }),
    file: 'picture',
  },
  'users.passwordReset': { ask: () => ({ body: { email: UNKNOWN, host: 'xxx' } }), keepsNothing: [200, 429] },
  'users.account': {
    ask: ({ user }) => ({ params: { id: user }, body: { activationCode: 'xxx', password: PASSWORD } }),
    keepsNothing: [400, 429],
  },
  'users.create': {
    ask: ({ farm, role }, n) => ({
      body: { ...person, email: `person${n}@steading.example`, roleId: role, rootEntityId: farm },
    }),
    file: 'picture',
    noted: (scene, { userId }: { readonly userId: string }) => note(scene, 'userid', userId),
  },
  'users.edit': {
    ask: async scene => {
      const { of, farm, role } = scene
      const id = await own(scene, 'person', async () => {
        const body = { ...person, contacts: [], email: 'changed@steading.example', roleId: role, rootEntityId: farm }
        return data(await of('users').create({ body, files: [] })).userId
      })
      const version = await versionOf(of('users').details({ params: { id } }))
      return {
        params: { id },
        body: { ...person, email: 'changed@steading.example', roleId: role, rootEntityId: farm, status: 'ACTIVE', version },
      }
    },
  },
  'users.password': {
    ask: async ({ of }) => ({
      params: { id: data(await of('users').search({ query: { search: 'stock@' } })).content[0]!.userId },
      body: { currentPassword: 'xxx', password: PASSWORD },
    }),
    keepsNothing: [200, 400, 429],
  },
}

/** Of a call that judges each entry by itself. */
function ofEntries(reply: unknown): string[] {
  const saved = reply as { deferredStatus: string | null; fields: { field: string }[] }[] // safe: BulkSaved
  return saved.flatMap(({ deferredStatus, fields }, n) => {
    if (deferredStatus && fields.length === 0) throw new Error(`an entry is refused: ${deferredStatus}`)
    return fields.map(({ field }) => `rules.${n}.${field}`)
  })
}

/** Every route that takes a body, by its name. */
export const bodies: readonly (readonly [name: string, route: Route & { readonly body: NonNullable<Route['body']> }])[] =
  Object.entries(contracts as Readonly<Record<string, Routes>>).flatMap(([stem, routes]) =>
    Object.entries(routes).flatMap(([call, route]) =>
      route.body ? [[`${stem}.${call}`, { ...route, body: route.body }] as const] : [],
    ),
  )
