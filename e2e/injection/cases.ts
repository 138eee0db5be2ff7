import { contracts } from '@steading/contract/contracts'
import type { Route, Routes } from '@steading/contract/http/route'
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
const ownBoard = (scene: Scene) =>
  own(scene, 'board', async () => data(await scene.of('dashboards').create({ body: { displayName: 'Own board' } })).id)
const nth = (n: number, length: number) => n.toString(36).toUpperCase().padStart(length, 'Z')

const billing = {
  name: 'xxx',
  email: 'x@steading.example',
  fax: '+351210000000',
  phoneNumber: '+351210000000',
  addressLine1: 'xxx',
  addressLine2: 'xxx',
  postalCode: 'xxx',
  city: 'xxx',
  region: 'xxx',
  vat: 'xxx',
  iban: null,
  bicSwiftIso9362: null,
  country: 'PRT',
}
const actionsFor = ({ user }: Pick<Scene, 'user'>) => [
  {
    type: 'MAIL',
    notifyResponsible: false,
    properties: {
      usersList: [user],
      contactsList: ['reader@steading.example', 'y@steading.example'],
      subject: 'xxx',
      body: 'xxx',
    },
  },
]
const person = {
  displayName: 'Some one',
  shortName: 'Some',
  timeZone: 'UTC',
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
  displayName: 'Rule of texts',
  rootEntityId: farm,
  sectorId: house,
  templateId: alarms,
  terminalId: box.id,
  inputs: [{ id: 'lines', value: [{ interfaceId: text, logicOperator: 'NOT_EQUAL', inputValue: 'xxx' }] }],
  eventConfiguration: {
    title: 'xxx',
    description: 'xxx',
    category: 'CLIMATE',
    severityLevel: 'MAJOR',
    actionConfigurations: actionsFor({ user }),
  },
})
const words = { 'en-US': 'xxx', 'pt-PT': 'xxx' }
const input = {
  id: 'lines',
  group: 'lines',
  type: 'DROPGROUP',
  action: 'INPUT',
  required: true,
  unit: 'xxx',
  enumEntries: ['xxx'],
  filters: { categories: ['TEXT_STATE'] },
  when: { input: 'xxx', is: 'xxx' },
  translations: words,
  trueFalse: { true: words, false: words },
  defaultValue: 'xxx',
}
const template = {
  engine: 'ALARM_WITHOUT_ACTUATION',
  name: 'Some template',
  translations: words,
  description: words,
  inputs: [{ ...input, inputs: [{ ...input, id: 'notificationLimit', type: 'INTEGER', action: undefined }] }],
}
/** Every other one is a ticket. */
const event = ({ house, user }: Scene, n: number) => ({
  title: 'xxx',
  description: 'xxx',
  additionalNotes: 'xxx',
  actions: actionsFor({ user }),
  openDate: ago(n + 2),
  entityId: house,
  severityLevel: 'MAJOR',
  category: n % 2 === 0 ? 'SECURITY' : 'HELPDESK',
  cause: 'UNKNOWN',
  status: 'OPEN',
})
const task = { title: 'xxx', description: 'xxx', additionalNotes: 'xxx', dueDate: ago(-60) }
const taskTemplate = {
  displayName: 'Some template',
  description: 'xxx',
  checklist: ['xxx'],
  trigger: { type: 'MANUAL' as const },
}
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
const ownTask = (scene: Scene) =>
  own(scene, 'task', async () => {
    const body = { ...task, entityId: scene.house, checklist: [] }
    const { id } = data(await scene.of('tasks').create({ body, files: [] }))
    note(scene, 'taskId', id)
    return id
  })
const ownTaskTemplate = (scene: Scene) =>
  own(scene, 'taskTemplate', async () => {
    const body = { ...taskTemplate, entityId: scene.farm }
    const { id } = data(await scene.of('taskTemplates').create({ body }))
    note(scene, 'taskTemplateId', id)
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
    const [mail] = actionsFor(scene)
    const body = { ...event(scene, 0), actions: [{ ...mail, properties: { contactsList: [to] } }] }
    data(await scene.of('events').create({ body: body as never, files: [] })) // safe: as the case below sends it
    const { mails } = scene.stage
    const got = await eventually(
      'a link',
      async () => mails.find(email => email.to?.some(({ address }) => address === to)),
      Boolean,
    )
    const token = /\/a\/(\S+)/.exec(got?.text ?? '')?.[1] ?? ''
    return data(await scene.of('events').followLink({ body: { token } })).key
  })
}

const UNKNOWN = 'nowhere@steading.example'
const PASSWORD = 'Correct-horse-7'

const points = [
  { age: 0, weight: 0.04 },
  { age: 7, weight: 0.2 },
]
/** What books of reference data ask for besides their entity and name. */
const BOOKS = {
  genetics: { code: 'xxx', species: 'BROILER' },
  feedTypes: { code: 'xxx', species: 'BROILER', translations: words, medicated: false, withdrawalDays: 0 },
  feedFactories: { contacts: 'xxx', leadDays: 3 },
  deathReasons: { code: 'xxx', species: 'BROILER', translations: words, icarReason: null, icarMethod: null },
  curves: { species: 'BROILER', geneticsId: null, ageUnit: 1, source: 'xxx', details: points },
  tariffs: {
    currency: 'EUR',
    timeZone: 'Europe/Lisbon',
    validFrom: '2026-01-01',
    validTo: null,
    holidays: [],
    holidayAs: 'sun',
    cycles: [
      {
        season: 'ALL',
        lines: [
          {
            daysOfWeek: ['mon'],
            timeIntervals: [{ startTime: '00:00:00', endTime: '23:59:59', displayName: 'xxx', value: 0.2 }],
          },
        ],
      },
    ],
  },
} as const

/** The cases of a book; `parameter`: of the page of an entry. */
const bookCases = (stem: keyof typeof BOOKS, parameter: string): Readonly<Partial<Record<RouteName, Case>>> => ({
  [`${stem}.create`]: {
    ask: ({ farm }: Scene, n: number) => ({ body: { entityId: farm, displayName: `Entry ${n}`, ...BOOKS[stem] } }),
    noted: noteId(parameter),
  },
  [`${stem}.edit`]: {
    ask: async (scene: Scene) => {
      const { of, otherFarm } = scene
      // safe: the fields are those of the book
      const calls = of(stem) as unknown as ReturnType<typeof of<'genetics'>>
      const id = await own(scene, stem, async () => {
        const body = { entityId: otherFarm, displayName: 'Changed', ...BOOKS[stem] } as never
        return data(await calls.create({ body })).id
      })
      const version = await versionOf(calls.details({ params: { id } }))
      return { params: { id }, body: { displayName: 'Another', ...BOOKS[stem], status: 'ACTIVE', version } }
    },
  },
})

/** A batch that is open. */
const openBatch = async ({ of }: Scene) => data(await of('batches').search({ query: { status: ['OPEN'] } })).content[0]!.id
const animals = { timestamp: ago(1), typeDescription: 'xxx', number: 1, weight: 1, age: 1 }
const feedTypeOf = async ({ of }: Scene, batch: string) => {
  const { species } = data(await of('batches').details({ params: { id: batch } }))
  const query = { species: species.value === 'BROILER' ? ('BROILER' as const) : ('PIG' as const) }
  return data(await of('feedTypes').search({ query })).content[0]!.id
}
const newFeed = async (scene: Scene) => {
  const batchId = await openBatch(scene)
  const feedTypeId = await feedTypeOf(scene, batchId)
  return {
    batchId,
    action: 'ENTRY' as const,
    actionType: 'BUY' as const,
    timestamp: ago(1),
    typeDescription: 'xxx',
    weight: 1,
    feedTypeId,
  }
}
const newWeighing = async (scene: Scene) => ({
  batchId: await openBatch(scene),
  timestamp: ago(1),
  number: 1,
  totalWeight: 1,
  notes: 'xxx',
})

const apiFields = {
  displayName: 'Program',
  scopes: ['entities.read'],
  allowedIps: [],
  rateLimit: 60,
  expiresUtc: null,
}

const subscriptionFields = { displayName: 'Alarms', interfaceIds: [], entityIds: [], url: null }

const ownProgram = (scene: Scene) =>
  own(scene, 'apiAccess', async () => {
    const body = {
      entityId: scene.otherFarm,
      username: 'changed',
      ...apiFields,
      scopes: ['entities.read' as const],
      allowedIps: [],
    }
    return data(await scene.of('apiAccess').create({ body })).id
  })

/** Of each route whose body takes texts: how it is asked. One that is missing fails the sweep. */
export const CASES: Readonly<Partial<Record<RouteName, Case>>> = {
  ...bookCases('genetics', 'geneticId'),
  ...bookCases('feedTypes', 'feedTypeId'),
  ...bookCases('feedFactories', 'feedFactoryId'),
  ...bookCases('deathReasons', 'deathReasonsId'),
  ...bookCases('curves', 'curveId'),
  ...bookCases('tariffs', 'tariffid'),
  'curves.importDetails': { ask: () => ({ body: { text: 'xxx', ageUnit: 1 } }), keepsNothing: [200] },
  'icar.importEvents': {
    ask: async scene => ({ params: { id: await openBatch(scene) }, body: { text: 'xxx' } }),
    keepsNothing: [200, 'ICAR_SPECIES_NOT_SUPPORTED'],
  },
  'batches.create': {
    ask: ({ house }) => ({ body: { entityId: house, openDate: ago(1), species: 'BROILER' } }),
    file: 'text',
    keepsNothing: ['CANNOT_CREATE_BATCH_FOR_SECTOR_WITH_OPEN_BATCH_IN_SAME_TIMEFRAME'],
  },
  'batches.edit': {
    ask: async scene => {
      const id = await openBatch(scene)
      const { openDate, species, attachments, version } = data(await scene.of('batches').details({ params: { id } }))
      note(scene, 'batchId', id)
      return {
        params: { id },
        body: { openDate, species: species.value, removedAttachments: attachments.map(({ name }) => name), version },
      }
    },
    file: 'text',
  },
  'batches.quickCloseOpen': {
    ask: async scene => ({ params: { id: await openBatch(scene) }, body: { version: 999 } }),
    keepsNothing: [409],
  },
  'animalMovements.create': {
    ask: async scene => ({
      body: { batchId: await openBatch(scene), action: 'ENTRY', actionType: 'EXTERNAL_ENTRY', ...animals },
    }),
    file: 'text',
    noted: noteId('animalMovementId'),
  },
  'animalMovements.edit': {
    ask: async scene => {
      const calls = scene.of('animalMovements')
      const id = await own(scene, 'animals', async () => {
        const body = {
          batchId: await openBatch(scene),
          action: 'ENTRY' as const,
          actionType: 'EXTERNAL_ENTRY' as const,
          ...animals,
        }
        return data(await calls.create({ body, files: [] })).id
      })
      const { attachments, version } = data(await calls.details({ params: { id } }))
      return { params: { id }, body: { ...animals, removedAttachments: attachments.map(({ name }) => name), version } }
    },
    file: 'text',
  },
  'feedMovements.create': { ask: async scene => ({ body: await newFeed(scene) }), file: 'text', noted: noteId('feedMovementId') },
  'feedMovements.createMany': { ask: async scene => ({ body: { movements: [await newFeed(scene)] } }) },
  'feedMovements.edit': {
    ask: async scene => {
      const calls = scene.of('feedMovements')
      const feed = await newFeed(scene)
      const id = await own(scene, 'feed', async () => data(await calls.create({ body: feed, files: [] })).id)
      const { attachments, version } = data(await calls.details({ params: { id } }))
      const { batchId: _batch, action: _action, actionType: _type, ...entered } = feed
      return { params: { id }, body: { ...entered, removedAttachments: attachments.map(({ name }) => name), version } }
    },
    file: 'text',
  },
  'feedMovements.confirmAutomatic': {
    ask: async scene => ({ params: { id: '999999' }, body: { feedTypeId: (await newFeed(scene)).feedTypeId, version: 1 } }),
    keepsNothing: [404],
  },
  'feedMovements.matchAutomatic': {
    ask: () => ({ params: { id: '999999' }, body: { movementId: '999999', version: 1 } }),
    keepsNothing: [404],
  },
  'weighings.create': { ask: async scene => ({ body: await newWeighing(scene) }), noted: noteId('manualWeighingId') },
  'weighings.edit': {
    ask: async scene => {
      const calls = scene.of('weighings')
      const { batchId, ...entered } = await newWeighing(scene)
      const id = await own(scene, 'weighing', async () => data(await calls.create({ body: { batchId, ...entered } })).id)
      return { params: { id }, body: { ...entered, version: await versionOf(calls.details({ params: { id } })) } }
    },
  },
  'dashboards.create': { ask: () => ({ body: { displayName: 'Some board' } }) },
  'dashboards.addWidget': {
    ask: ({ dashboard, text }) => ({
      body: { dashboardId: dashboard, type: 'DIRECT_VALUE', configs: { interfaceId: text, title: 'xxx' } },
    }),
  },
  'dashboards.edit': {
    ask: async scene => {
      const id = await ownBoard(scene)
      const version = await versionOf(scene.of('dashboards').info({ params: { id } }))
      return { params: { id }, body: { displayName: 'Own board', subtitle: 'xxx', version } }
    },
  },
  'dashboards.editWidget': {
    ask: async scene => {
      const boards = scene.of('dashboards')
      const dashboardId = await own(
        scene,
        'boardOfNote',
        async () => data(await boards.create({ body: { displayName: 'Board of a note' } })).id,
      )
      const configs = { text: 'xxx', title: 'xxx' }
      const id = await own(
        scene,
        'note',
        async () => data(await boards.addWidget({ body: { dashboardId, type: 'STICKY_NOTE', configs }, files: [] })).id,
      )
      return { params: { id }, body: { configs, version: await versionOf(boards.info({ params: { id: dashboardId } })) } }
    },
  },
  'dashboards.saveDraft': {
    ask: async scene => {
      const id = await own(
        scene,
        'boardOfDraft',
        async () => data(await scene.of('dashboards').create({ body: { displayName: 'Board of a draft' } })).id,
      )
      const board = data(await scene.of('dashboards').widgets({ params: { id } }))
      const edited = Object.keys(board.widgets).map(widget => ({ id: widget, configs: { text: 'xxx', title: 'xxx' } }))
      // The first time it adds a note, which is changed then.
      const added = edited.length > 0 ? [] : [{ id: 'new-1', type: 'STICKY_NOTE', configs: { text: 'xxx', title: 'xxx' } }]
      const layout = edited.length > 0 ? board.layout : [{ id: 'new-1', x: 0, y: 0, w: 3, h: 2 }]
      return { params: { id }, body: { version: board.version, layout, added, edited } }
    },
  },
  'widgetData.preview': {
    ask: ({ text }) => ({ body: { type: 'SILO', configs: { interfaceId: text, title: 'xxx' } } }),
    keepsNothing: [400, 404],
  },
  // A session is no public link.
  'publicDashboards.lastAggregate': {
    ask: ({ text }) => ({ body: { interfaceIds: [text], timezone: 'UTC' } }),
    keepsNothing: [404],
  },
  'entities.create': {
    ask: ({ group }, n) => ({
      body: {
        type: 'ENTERPRISE',
        parentId: group,
        name: `Enterprise ${n}`,
        code: nth(n, 2),
        entityInfo: 'xxx',
        billingInformation: billing,
        timeZone: 'UTC',
        areaBoundaries: null,
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
          name: 'xxx',
          code: 'YY',
          entityInfo: 'xxx',
          billingInformation: billing,
          timeZone: 'UTC',
          areaBoundaries: null,
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
  'earlyWarning.setHouse': {
    ask: () => ({ params: { id: '999999' }, body: { enabled: true } }),
    keepsNothing: [404],
  },
  'earlyWarning.answer': {
    ask: async scene => ({ params: { id: await ownEvent(scene) }, body: { answer: 'YES', finding: 'xxx' } }),
    // Events that people write are no warnings.
    keepsNothing: [404],
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
  'apiAccess.create': {
    ask: ({ farm }, n) => ({ body: { entityId: farm, username: `program-${n}`, ...apiFields } }),
    noted: noteId('apiid'),
  },
  'apiAccess.edit': {
    ask: async scene => {
      const { of } = scene
      const id = await ownProgram(scene)
      const version = await versionOf(of('apiAccess').details({ params: { id } }))
      return { params: { id }, body: { username: 'changed', ...apiFields, status: 'ACTIVE', version } }
    },
  },
  'subscriptions.create': {
    ask: async scene => {
      const apiId = await ownProgram(scene)
      return { params: { apiId }, body: { ...subscriptionFields, type: 'EVENTS', delivery: 'PULL' } }
    },
  },
  'subscriptions.edit': {
    ask: async scene => {
      const { of } = scene
      const apiId = await ownProgram(scene)
      const id = await own(scene, 'subscription', async () => {
        const body = {
          ...subscriptionFields,
          entityIds: [],
          interfaceIds: [],
          type: 'EVENTS' as const,
          delivery: 'PULL' as const,
        }
        return data(await of('subscriptions').create({ params: { apiId }, body })).id
      })
      const params = { apiId, id }
      const version = await versionOf(of('subscriptions').details({ params }))
      return { params, body: { ...subscriptionFields, status: 'ACTIVE', version } }
    },
  },
  'reports.create': {
    ask: ({ house }) => ({
      body: {
        displayName: 'Some report',
        type: 'EVENTS',
        format: 'CSV',
        entityIds: [house],
        period: { fromDay: '2026-05-04', toDay: '2026-05-10' },
        language: 'en-US',
        timeZone: 'UTC',
      },
    }),
    noted: noteId('reportId'),
  },
  'reports.editSchedule': {
    ask: async scene => {
      const content = {
        displayName: 'Some report',
        type: 'EVENTS' as const,
        format: 'CSV' as const,
        entityIds: [scene.house],
        language: 'en-US' as const,
        timeZone: 'UTC',
        recurrence: { frequency: 'DAILY' as const, time: '07:00' },
      }
      const id = await own(
        scene,
        'report schedule',
        async () => data(await scene.of('reports').create({ body: content })).schedule!.id,
      )
      const version = await versionOf(scene.of('reports').schedule({ params: { id } }))
      return { params: { id }, body: { ...content, version } }
    },
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
  'tasks.create': {
    ask: ({ house }) => ({ body: { ...task, entityId: house, checklist: ['xxx'] } }),
    file: 'text',
    noted: noteId('taskId'),
  },
  'tasks.edit': {
    ask: async scene => {
      const id = await ownTask(scene)
      const { attachments, version } = data(await scene.of('tasks').details({ params: { id } }))
      const removedAttachments = attachments.map(({ name }) => name)
      return { params: { id }, body: { ...task, checklist: [{ text: 'xxx', done: true }], removedAttachments, version } }
    },
    file: 'text',
  },
  'protection.addTest': {
    ask: ({ farm }) => ({
      params: { id: farm },
      body: { path: 'SIREN', testedUtc: ago(30), result: 'PASSED', tester: 'xxx', note: 'xxx' },
    }),
  },
  'protection.addRun': {
    ask: ({ farm }) => ({
      params: { id: farm },
      body: { startedUtc: ago(40), endedUtc: ago(30), onLoad: true, operator: 'xxx', fault: 'xxx', note: 'xxx' },
    }),
  },
  'protection.setPlan': {
    ask: async ({ of, farm }) => {
      const params = { id: farm }
      const { version } = data(await of('protection').plan({ params }))
      const content = {
        contacts: [{ planRole: 'ELECTRICIAN', displayName: 'xxx', phone: '+351210000000', note: 'xxx' }],
        instructions: [{ planCategory: 'CLIMATE', text: 'xxx' }],
        generator: { make: 'xxx', powerKw: 60, fuelKind: 'DIESEL', start: 'AUTOMATIC', location: 'xxx', serviceDue: null },
        siren: 'xxx',
        batteries: [{ displayName: 'xxx', location: 'xxx', fitted: null, replaceBy: null }],
        powerMain: 'xxx',
        waterMain: 'xxx',
        gasMain: 'xxx',
        assemblyPoint: 'xxx',
        testIntervals: [],
      }
      return { params, body: { content, version } }
    },
  },
  'tasks.setStatus': {
    ask: async scene => {
      const id = await ownTask(scene)
      const { status, version } = data(await scene.of('tasks').details({ params: { id } }))
      return { params: { id }, body: { status: status === 'TODO' ? 'IN_PROGRESS' : 'TODO', notes: 'xxx', version } }
    },
  },
  'taskTemplates.create': {
    ask: ({ farm }, n) => ({ body: { ...taskTemplate, displayName: `Template ${n}`, entityId: farm } }),
    noted: noteId('taskTemplateId'),
  },
  'taskTemplates.edit': {
    ask: async scene => {
      const id = await ownTaskTemplate(scene)
      const version = await versionOf(scene.of('taskTemplates').details({ params: { id } }))
      return { params: { id }, body: { ...taskTemplate, entityId: scene.farm, version } }
    },
  },
  'taskTemplates.reject': {
    ask: async scene => {
      const calls = scene.of('taskTemplates')
      const params = { id: await ownTaskTemplate(scene) }
      const { approvalStatus, version } = data(await calls.details({ params }))
      const isPending = approvalStatus === 'PENDING_APPROVAL'
      const pending = isPending ? version : await versionOf(calls.submit({ params, body: { version } }))
      return { params, body: { notes: 'xxx', version: pending } }
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
