import { expect, test } from 'vitest'
import RuleCreate from '../../src/rules/form/RuleCreate.tsx'
import { thermostat } from '../../src/rules/values/templates.sample.ts'
import { sampleInterface } from '../interface.sample.ts'
import { failure, openStage } from './stage.tsx'

const FARM = { id: '1', name: 'Farm', displayName: 'Farm', type: 'FARM' }
const HOUSE = { id: '2', name: 'House 1', displayName: 'House 1', type: 'SECTOR' }
const BOX = { id: '3', displayName: 'Box', profile: 'FC-SMARTBOX-1', provisionStatus: 'PROVISIONED', connected: true }
const LISTED = {
  ...thermostat,
  name: null,
  translations: {},
  description: {},
  profiles: [],
  entity: null,
  isSystem: true,
  editable: false,
  version: 1,
  createdBy: null,
  creationTimestampUtc: '2026-05-04T10:20:00.000Z',
  lastUpdatedBy: null,
  lastUpdateTimestampUtc: null,
}

/** The form of a new rule with its first tab filled in; the template that it chooses is still loading. */
async function openForm() {
  const template = Promise.withResolvers<unknown>()
  const { screen, calls } = await openStage(<RuleCreate />, {
    path: '/rules/create',
    at: '/rules/create?entityId=1',
    replies: {
      'GET /entities/choices': () => ({ content: [FARM], totalElements: 1 }),
      'GET /entities/1/sectors/list': () => [HOUSE],
      'GET /entities/1/terminals/list': () => [BOX],
      'GET /entities/:id/terminals/3/interfaces': () => [sampleInterface()],
      'GET /rules/template': () => [LISTED],
      [`GET /rules/template/${thermostat.id}`]: () => template.promise,
    },
  })
  const choose = async (field: string, option: RegExp) => {
    await screen.getByRole('combobox', { name: field }).click()
    await screen.getByRole('option', { name: option }).click()
  }
  await screen.getByRole('textbox', { name: 'Name' }).fill('Heat')
  await choose('House or room', /^House 1$/)
  await choose('Smart box', /^Box$/)
  await choose('Template category', /^Thermostat$/)
  const add = () => screen.getByRole('button', { name: 'Add', exact: true }).click()
  return { screen, calls, template, choose, add }
}

test('a rule that is saved while its template is loading is validated with that template', async () => {
  const { screen, template, add } = await openForm()
  await add()
  template.resolve(LISTED)
  await expect.element(screen.getByRole('tab', { name: /2 Sensors.*has an error/, selected: true })).toBeVisible()
  await expect.element(screen.getByRole('combobox', { name: 'Add a sensor' })).toHaveFocus()
})

test('a template that cannot be loaded is reported with its reason', async () => {
  const { screen, template, add } = await openForm()
  template.resolve(failure(503, 'UNAVAILABLE'))
  await expect.element(screen.getByRole('dialog').getByText('The template could not be loaded')).toBeVisible()
  await screen.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  await add()
  await expect.element(screen.getByText('This field is required.')).toBeVisible()
})

test('lists of a rule that cannot be loaded say so', async () => {
  const { screen } = await openStage(<RuleCreate />, { path: '/rules/create', at: '/rules/create?entityId=1' })
  for (const name of ['House or room', 'Template category', 'Smart box'])
    await expect.element(screen.getByRole('combobox', { name })).toHaveAccessibleDescription('Could not load results')
})
