import { type WidgetTypeName, WIDGET_TYPES, WIDGETS } from '@steading/contract/widgets/widgets'
import axe from 'axe-core'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { page as browserPage, userEvent } from 'vitest/browser'
import WidgetDialog, { type WidgetResult } from '../../src/dashboards/widgetForm/WidgetDialog.tsx'
import { catalogueEntry } from '../../src/dashboards/widgetForm/catalogue.ts'
import { askedFields, initialValues } from '../../src/dashboards/widgetForm/configuration.ts'
import { fieldLabel } from '../../src/dashboards/widgetForm/fieldWords.ts'
import { session } from '../../src/platform/session/session.ts'
import { loadTranslator } from '../../src/platform/textFiles.ts'
import { sampleFans, sampleInterface } from '../interface.sample.ts'
import { failure, openStage } from './stage.tsx'
import { sampleGroup } from './widgets/dataWidget.sample.ts'

const t = await loadTranslator('en-US')
const porto = { name: 'Porto', region: 'Porto', country: 'Portugal', latitude: 41.15, longitude: -8.61 }
const air = sampleInterface({ id: '8', displayName: 'Air', unit: '°C', lastConvertedReading: 21.5 })
const fans = sampleFans({ id: '9' })
const water = sampleInterface({ id: '10', displayName: 'Water', category: 'WATER_COUNTER' })

/** A configuration of each type with what it requires, and where something is missing, at which field. */
const cases: Record<WidgetTypeName, { readonly configs: Record<string, unknown>; readonly missing?: string }> = {
  DIRECT_VALUE: { configs: { interfaceId: '8' }, missing: 'interfaceId' },
  GAUGE: { configs: { interfaceId: '8', target: 21 }, missing: 'interfaceId' },
  CONTROLLER: { configs: { interfaceId: '9' }, missing: 'interfaceId' },
  MULTIPLE_INTERFACES: { configs: { interfaceIds: ['8', '9'] }, missing: 'interfaceIds' },
  SIMPLE_MULTI_LINE_CHART: { configs: { interfaceIds: ['8'] }, missing: 'interfaceIds' },
  COMPLEX_CHART: { configs: { interfaceIds: ['8'], chartType: 'STEP' }, missing: 'interfaceIds' },
  REGRESSION_CHART: { configs: { x: '8', y: '9' }, missing: 'x' },
  CONSUMPTION: { configs: { interfaceIds: ['8'] }, missing: 'interfaceIds' },
  SILO: { configs: { interfaceId: '8' }, missing: 'interfaceId' },
  MILK: { configs: { interfaceId: '8' }, missing: 'interfaceId' },
  SCORE_CARD: { configs: { source: 'BATCH', entityId: '3', kpi: 'mortality' }, missing: 'interfaceId' },
  COUNTER: { configs: { type: 'RULES', deploymentStatus: ['ERROR'] } },
  RULE_GROUPS: { configs: { groupIds: ['5'] }, missing: 'groupIds' },
  SIMPLE_SEARCH_TABLE: { configs: { subject: 'EVENTS', status: 'OPEN' } },
  MAP: { configs: { boundaries: false } },
  WEATHER: { configs: { city: porto, days: 3 }, missing: 'city' },
  SIMPLE_BATCH_INFO: { configs: { option: 'MORTALITY', time: 'CUSTOM', startDate: '2026-01-01', endDate: '2026-02-01' } },
  MORTALITY_BY_CAUSE: { configs: { entityIds: ['3'] } },
  ANIMAL_WEIGHT: { configs: { mode: 'PER_FARM' } },
  BATCH_KPI_EVOLUTION: { configs: { batchId: '4', kpi: 'DAILY_FEED' }, missing: 'entityId' },
  TITLE: { configs: { text: 'Ventilation' }, missing: 'text' },
  STICKY_NOTE: { configs: { text: 'Call the vet' } },
  SIMPLE_IMAGE: { configs: { files: ['plan.png'] }, missing: 'files' },
  IFRAME: { configs: { url: 'https://barn.example', height: 400 }, missing: 'url' },
}

const counts = { activeRules: 0, errorRules: 0, undeployedRules: 0, pendingRules: 0 }
const page = (content: readonly unknown[]) => ({
  content,
  totalElements: content.length,
  number: 0,
  size: 50,
  sortProperty: 'match',
  sortDirection: 'ASC',
})
const replies = {
  'GET /interfaces/search': () => page([air, fans, water].map(item => ({ ...item, ...counts }))),
  'GET /interfaces': () => [air, fans, water],
  'GET /rules/groups': () => page([]),
  'GET /weather/cities': () => page([porto]),
}

type Edited = NonNullable<Parameters<typeof WidgetDialog>[0]['widget']>

async function openDialog(widget?: Edited, more: Parameters<typeof openStage>[1] = {}) {
  const onDone = vi.fn<(result: WidgetResult) => void>()
  const close = vi.fn<() => void>()
  const dialog = <WidgetDialog entityId="3" widget={widget} isTypeFixed={widget !== undefined} close={close} onDone={onDone} />
  const { screen, calls } = await openStage(dialog, { ...more, replies: { ...replies, ...more.replies } })
  await expect.element(screen.getByRole('dialog')).toBeVisible()
  const choose = (type: WidgetTypeName) =>
    screen.getByRole('button', { name: `${t(catalogueEntry(type).name)} ${t(catalogueEntry(type).hint)}` }).click()
  const add = () => screen.getByRole('button', { name: 'Add widget', exact: true }).click()
  return { screen, calls, onDone, close, choose, add }
}
const plan = { name: 'plan.png', type: 'image/png', size: 10, url: 'data:,' }
const stored = (type: WidgetTypeName, configs: Record<string, unknown>): Edited => ({ id: '70', type, configs, files: [plan] })

const RULES = { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'], resultTypes: ['violations' as const] }
async function violations(of: Element = document.querySelector('[role=dialog]')!) {
  const found = await axe.run(of, RULES)
  return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map(node => node.html).join(' ')}`)
}

// So tall that no field stands half below the foot.
beforeEach(async () => {
  await browserPage.viewport(1280, 1600)
  Object.assign(document.documentElement.dataset, { theme: 'steading', mantineColorScheme: 'light' })
})

describe('a new widget', () => {
  test('has its type chosen by name and by what it shows', async () => {
    const { screen } = await openDialog()
    expect(screen.getByRole('dialog').element().querySelectorAll('.widget-type')).toHaveLength(WIDGET_TYPES.length)
    await userEvent.keyboard('forecast')
    await expect.element(screen.getByRole('button', { name: /^Weather/ })).toBeVisible()
    expect(screen.getByRole('dialog').element().querySelectorAll('.widget-type')).toHaveLength(1)
    expect(await violations()).toEqual([])
  })

  test('is not of a type whose content its person may not see', async () => {
    const { screen } = await openDialog()
    session.note({ permissions: [] })
    const type = screen.getByRole('button', { name: /^Mortality by cause/ })
    await expect.element(type).toHaveAttribute('aria-disabled', 'true')
    await expect.element(type).toHaveAccessibleName(/Your role does not include this\.$/)
    await type.click({ force: true })
    await expect.element(screen.getByRole('searchbox')).toBeVisible()
  })

  test.each(WIDGET_TYPES)('of type %s asks for its declared fields', async type => {
    const { screen, choose } = await openDialog()
    await choose(type)
    const dialog = screen.getByRole('dialog').element()
    const labels = askedFields(type, initialValues(type)).map(([name]) => fieldLabel(name, t))
    expect(labels.filter(label => !dialog.textContent.includes(label))).toEqual([])
  })

  test.each(WIDGET_TYPES)('of type %s is accessible', { tags: ['nightly'] }, async type => {
    const { choose } = await openDialog()
    await choose(type)
    expect(await violations()).toEqual([])
  })

  /** Adds a widget of this type with its defaults; answers the text of the field that has the focus then. */
  async function refusedField(type: WidgetTypeName) {
    const { screen, choose, add, onDone } = await openDialog()
    await choose(type)
    await add()
    const dialog = screen.getByRole('dialog').element()
    await expect.poll(() => dialog.querySelector('[aria-invalid=true]')).toBe(document.activeElement)
    expect(onDone).not.toHaveBeenCalled()
    return document.activeElement?.closest('.dropzone-field, .multi, .mantine-InputWrapper-root')?.textContent
  }
  const incomplete = WIDGET_TYPES.filter(type => cases[type].missing)
  // One of each kind of field: a sensor, several of them, a place, an entity, a text, a picture.
  const kinds = ['GAUGE', 'MULTIPLE_INTERFACES', 'WEATHER', 'BATCH_KPI_EVOLUTION', 'TITLE', 'SIMPLE_IMAGE'] as const

  test.each(kinds)('of type %s is refused at the field that is empty', async type => {
    expect(await refusedField(type)).toContain(fieldLabel(cases[type].missing ?? '', t))
  })

  test.each(incomplete.filter(type => kinds.every(kind => kind !== type)))(
    'of the further type %s is refused at the field that is empty',
    { tags: ['nightly'] },
    async type => {
      expect(await refusedField(type)).toContain(fieldLabel(cases[type].missing ?? '', t))
    },
  )

  test.each(incomplete)('of type %s is accessible where it is refused', { tags: ['nightly'] }, async type => {
    await refusedField(type)
    expect(await violations()).toEqual([])
  })

  test.each(WIDGET_TYPES.filter(type => !cases[type].missing))('of type %s is complete by its defaults', async type => {
    const { choose, add, onDone } = await openDialog()
    await choose(type)
    await add()
    expect(onDone).toHaveBeenCalledOnce()
    expect(WIDGETS[type].schema.safeParse(onDone.mock.lastCall![0].configs).success).toBe(true)
  })
})

describe('a stored widget', () => {
  test.each(WIDGET_TYPES)('of type %s gives its configuration back', async type => {
    const { configs } = cases[type]
    const { screen, onDone } = await openDialog(stored(type, { ...configs, rowIndex: 2, widgetWidth: 3 }))
    await screen.getByRole('button', { name: 'Apply' }).click()
    expect(onDone).toHaveBeenCalledOnce()
    const result = onDone.mock.lastCall![0]
    expect(result).toMatchObject({ type, configs, uploads: [], previews: [] })
    expect(result.configs).not.toHaveProperty('rowIndex')
    expect(WIDGETS[type].schema.safeParse(result.configs).success).toBe(true)
  })

  test('that no longer parses shows what is left and what is wrong', async () => {
    const { screen, onDone } = await openDialog(stored('IFRAME', { url: 'http://barn.example', height: 20, title: 'Barn' }))
    await expect.element(screen.getByText('This configuration no longer works.', { exact: false })).toBeVisible()
    await expect.element(screen.getByRole('textbox', { name: 'Title' })).toHaveValue('Barn')
    const url = screen.getByRole('textbox', { name: 'Web address' })
    await expect.element(url).toHaveValue('http://barn.example')
    await expect.element(url).toHaveAttribute('aria-invalid', 'true')
    await url.fill('https://barn.example')
    await screen.getByRole('textbox', { name: 'Height' }).fill('200')
    await screen.getByRole('button', { name: 'Apply' }).click()
    expect(onDone.mock.lastCall![0].configs).toEqual({ url: 'https://barn.example', height: 200, title: 'Barn' })
  })
})

describe('a field', () => {
  test('names a chosen sensor that was deleted, which can be removed', async () => {
    const { screen, onDone } = await openDialog(stored('SIMPLE_MULTI_LINE_CHART', { interfaceIds: ['8', '77', '9'] }))
    const gone = screen.getByText('Deleted or outside your area')
    await expect.element(gone).toBeVisible()
    gone.element().closest('.mantine-Pill-root')!.querySelector('button')!.click()
    await expect.poll(() => gone.query()).toBeNull()
    await screen.getByRole('button', { name: 'Apply' }).click()
    expect(onDone.mock.lastCall![0].configs).toMatchObject({ interfaceIds: ['8', '9'] })
  })

  test('of one sensor that was deleted is repointed', async () => {
    const { screen, onDone } = await openDialog(stored('GAUGE', { interfaceId: '77', target: 21 }))
    const sensor = screen.getByRole('combobox', { name: 'Sensor or device' })
    await expect.element(sensor).toHaveValue('Deleted or outside your area')
    await sensor.click()
    await screen.getByRole('option', { name: /Air/ }).click()
    await expect.element(sensor).toHaveValue('Air · House 2')
    await screen.getByRole('button', { name: 'Apply' }).click()
    expect(onDone.mock.lastCall![0].configs).toMatchObject({ interfaceId: '8', target: 21 })
  })

  test.each(['CONSUMPTION', 'MULTIPLE_INTERFACES'] as const)(
    'of several sensors that were all deleted is repointed in %s',
    async type => {
      const { screen, onDone } = await openDialog(stored(type, { interfaceIds: ['77'] }))
      const gone = screen.getByText('Deleted or outside your area')
      await expect.element(gone).toBeVisible()
      gone.element().closest('.mantine-Pill-root')!.querySelector('button')!.click()
      await expect.poll(() => gone.query()).toBeNull()
      await screen.getByRole('combobox', { name: /^Sensors/ }).click()
      await screen.getByRole('option', { name: /Water/ }).click()
      await screen.getByRole('button', { name: 'Apply' }).click()
      expect(onDone.mock.lastCall![0].configs).toMatchObject({ interfaceIds: ['10'] })
    },
  )

  test('with its open list keeps nobody out', async () => {
    const { screen, choose } = await openDialog()
    await choose('GAUGE')
    await screen.getByRole('combobox', { name: 'Sensor or device' }).click()
    await expect.element(screen.getByRole('option', { name: /Air/ })).toBeVisible()
    expect(await violations(document.body)).toEqual([])
  })

  test.each([
    ['SCORE_CARD', { source: 'INTERFACE' }, ['Sensor or device']],
    ['SCORE_CARD', { source: 'BATCH' }, ['Entity']],
    ['MULTIPLE_INTERFACES', {}, ['Sensors and devices']],
    ['MULTIPLE_INTERFACES', { entityId: '3' }, []],
    ['SIMPLE_BATCH_INFO', { time: 'CUSTOM' }, ['From', 'To']],
    ['SIMPLE_IMAGE', {}, ['Picture']],
    ['STICKY_NOTE', {}, []],
  ] as const)('that must be filled in is marked in %s %j', async (type, configs, marked) => {
    const { screen } = await openDialog(stored(type, configs))
    const labels = () =>
      [...screen.getByRole('dialog').element().querySelectorAll('.entries :is(label, legend, .dropzone-label)')].flatMap(
        ({ textContent }) => (textContent.endsWith(' *') ? [textContent.replace(/( \(max\.? \d+\))? \*$/, '')] : []),
      )
    await expect.poll(labels).toEqual(marked)
  })

  test.each([1280, 768, 390])('that ends a range stands beside the one that begins it, %s px wide', async width => {
    await browserPage.viewport(width, 1600)
    const { screen } = await openDialog(stored('GAUGE', { interfaceId: '8' }))
    const placeOf = (name: string) => screen.getByRole('textbox', { name, exact: true }).element().getBoundingClientRect()
    for (const [low, high] of [
      ['Comfort range min.', 'Comfort range max.'],
      ['Scale min.', 'Scale max.'],
    ] as const) {
      expect(placeOf(high).top).toBe(placeOf(low).top)
      expect(placeOf(high).left).toBeGreaterThan(placeOf(low).right)
    }
  })

  test.each([
    ['EVENTS', ['All', 'Open', 'In progress', 'Closed']],
    ['BATCHES', ['All', 'Open', 'Closed']],
  ])('offers the statuses that there are of %s', async (subject, statuses) => {
    const { screen } = await openDialog(stored('SIMPLE_SEARCH_TABLE', { subject }))
    const group = screen.getByRole('radiogroup', { name: 'Status' })
    const offered = async () => {
      if (group.query()) return [...group.element().querySelectorAll('label')].map(({ textContent }) => textContent)
      await screen.getByRole('combobox', { name: 'Status' }).click()
      await expect.element(screen.getByRole('option').first()).toBeVisible()
      return screen
        .getByRole('option')
        .elements()
        .map(({ textContent }) => textContent)
    }
    expect(await offered()).toEqual(statuses)
  })

  test('names the place of each group of rules', async () => {
    const { screen, choose } = await openDialog(undefined, {
      replies: { 'GET /rules/groups': () => page([sampleGroup('5', 'Summer', 0)]) },
    })
    await choose('RULE_GROUPS')
    await screen.getByRole('combobox', { name: /^Rule groups/ }).click()
    await expect.element(screen.getByRole('option', { name: 'Summer · Farm' })).toBeVisible()
  })

  test('finds a sensor with its place and its value, of those that fit', async () => {
    const { screen, choose, add, onDone } = await openDialog()
    await choose('CONTROLLER')
    await screen.getByRole('combobox', { name: 'Sensor or device' }).click()
    await expect.element(screen.getByRole('option', { name: /Fans/ }).getByText('Farm | House 2')).toBeVisible()
    expect(screen.getByRole('option', { name: /Air/ }).query()).toBeNull()
    await screen.getByRole('option', { name: /Fans/ }).click()
    await add()
    expect(onDone.mock.lastCall![0]).toMatchObject({ type: 'CONTROLLER', configs: { interfaceId: '9' } })
  })

  test('finds a place by its name, and says when the search does not answer', async () => {
    let isDown = false
    const { screen, choose, add, onDone } = await openDialog(undefined, {
      replies: { 'GET /weather/cities': () => (isDown ? failure(503, 'UNAVAILABLE') : page([porto])) },
    })
    await choose('WEATHER')
    const city = screen.getByRole('combobox', { name: 'Place' })
    await city.fill('por')
    await screen.getByRole('option', { name: 'Porto, Porto, Portugal' }).click()
    await add()
    expect(onDone.mock.lastCall![0].configs).toMatchObject({ city: porto, days: 4 })
    isDown = true
    await city.fill('lis')
    await expect.element(screen.getByText('The search for places is not available.', { exact: false }).first()).toBeVisible()
  })

  test.each(['Évora', 'evora'])('offers places that a provider found by %j, and tells equal names apart', async typed => {
    const evora = { name: 'Évora', region: 'Évora', country: 'Portugal', latitude: 38.57, longitude: -7.9 }
    const other = { ...evora, region: 'Leiria', latitude: 39.55 }
    const { screen, choose, add, onDone } = await openDialog(undefined, {
      replies: { 'GET /weather/cities': () => page([evora, other]) },
    })
    await choose('WEATHER')
    await screen.getByRole('combobox', { name: 'Place' }).fill(typed)
    await expect.element(screen.getByRole('option', { name: 'Évora, Évora, Portugal' })).toBeVisible()
    await screen.getByRole('option', { name: 'Évora, Leiria, Portugal' }).click()
    await add()
    expect(onDone.mock.lastCall![0].configs).toMatchObject({ city: other })
  })

  test('Escape closes its open list and leaves the dialog, then asks before what is entered is lost', async () => {
    const { screen, choose, close } = await openDialog()
    await choose('WEATHER')
    await screen.getByRole('combobox', { name: 'Place' }).fill('por')
    const option = screen.getByRole('option', { name: 'Porto, Porto, Portugal' })
    await expect.element(option).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.poll(() => option.query()?.checkVisibility() ?? false).toBe(false)
    await expect.element(screen.getByRole('dialog')).toBeVisible()
    await screen.getByRole('textbox', { name: 'Title' }).fill('Sky')
    await userEvent.keyboard('{Escape}')
    await screen.getByRole('button', { name: 'Keep editing' }).click()
    expect(close).not.toHaveBeenCalled()
    await expect.element(screen.getByRole('textbox', { name: 'Title' })).toHaveValue('Sky')
  })

  test('appears and goes by its condition', async () => {
    const { screen, choose } = await openDialog()
    await choose('COUNTER')
    await expect.element(screen.getByRole('group', { name: 'Severity' })).toBeVisible()
    await screen.getByRole('radio', { name: 'Rules' }).click({ force: true })
    await expect.element(screen.getByRole('group', { name: 'Service' })).toBeVisible()
    expect(screen.getByRole('group', { name: 'Severity' }).query()).toBeNull()
  })

  test('of pictures names its new file, which is handed on under a name of its own', async () => {
    const { screen, choose, add, onDone } = await openDialog()
    await choose('SIMPLE_IMAGE')
    const input = screen.getByRole('dialog').element().querySelector<HTMLInputElement>('input[type=file]')!
    await userEvent.upload(input, new File(['x'], 'plan.png', { type: 'image/png' }))
    await expect.element(screen.getByText('plan.png', { exact: true })).toBeVisible()
    await add()
    const { configs, uploads, previews } = onDone.mock.lastCall![0]
    expect(uploads.map(file => file.name)).toEqual([expect.stringMatching(/^plan-[0-9a-f]{8}\.png$/)])
    expect(configs['files']).toEqual([uploads[0]!.name])
    expect(previews).toMatchObject([{ name: uploads[0]!.name, url: expect.stringMatching(/^blob:/) }])
  })
})

describe('what was entered', () => {
  test('is there again after a look at another type, and is discarded only after a question', async () => {
    const { screen, choose, close } = await openDialog()
    await choose('TITLE')
    await screen.getByRole('textbox', { name: 'Text' }).fill('Ventilation')
    await screen.getByRole('button', { name: 'Choose another type' }).click()
    await choose('STICKY_NOTE')
    await screen.getByRole('button', { name: 'Choose another type' }).click()
    await choose('TITLE')
    await expect.element(screen.getByRole('textbox', { name: 'Text' })).toHaveValue('Ventilation')
    await screen.getByRole('button', { name: 'Cancel' }).click()
    await screen.getByRole('button', { name: 'Keep editing' }).click()
    expect(close).not.toHaveBeenCalled()
    await screen.getByRole('button', { name: 'Cancel' }).click()
    await screen.getByRole('button', { name: 'Discard changes' }).click()
    await expect.poll(() => close.mock.calls.length).toBe(1)
  })

  test('is shown in the preview, which names what is missing', async () => {
    const { screen, choose } = await openDialog()
    await choose('TITLE')
    await expect.element(screen.getByText('For a preview, still needed: Text.')).toBeVisible()
    await screen.getByRole('textbox', { name: 'Text' }).fill('Ventilation')
    const preview = screen.getByRole('region', { name: 'Preview' })
    await expect.element(preview.getByText('Ventilation')).toBeVisible()
  })
})
