// Tasks of people, from the screen: a form with a checklist, ticking, the board by keyboard and by pointer, templates and their
// approval. A real program, a real browser.
import { beforeAll, expect, test } from 'vitest'
import { apiAs, data } from './api.ts'
import { desk } from './desk.ts'
import { opens, page, screen, stage } from './opened.ts'
import { aPage, isClean, signIn } from './screen.ts'

opens({ boxes: false })
let manager: Awaited<ReturnType<typeof apiAs>>
beforeAll(async () => {
  manager = await apiAs(stage.url, 'manager', stage.password)
  await signIn(page, stage.url, 'manager', stage.password)
})

const { heading, button, entry, row, dialog, confirm, choose } = desk(() => page)
const house = 'Quinta do Paul | Pavilhão 1'
const idOf = async (name: string) =>
  data(await manager.of('entities').list({ query: {} })).find(({ displayName }) => displayName === name)!.id
const taskOf = async (title: string) =>
  data(await manager.of('tasks').search({ query: { search: title } })).content.find(task => task.title === title)!
const column = (name: string) => page.getByRole('region', { name: new RegExp(`^${name}`) })
const handle = (title: string) => page.getByRole('button', { name: `Move ${title}` })

test('a task is created with a checklist, and a line of it is ticked', async () => {
  await page.goto(`${stage.url}/tasks`)
  await heading('Tasks').waitFor()
  await button('New task').first().click()
  await heading('New task').waitFor()
  await isClean(page, 'new task')
  await button('Create').click()
  await page.getByText('This field is required.').first().waitFor()
  await entry('Title').fill('Clean the drinkers')
  await page.getByRole('combobox', { name: 'Entity' }).fill('Pavilhão 1')
  await page.getByRole('option', { name: house, exact: true }).click()
  await button('Add a line').click()
  await entry('Line 1').fill('North line')
  await entry('Line 1').press('Enter')
  await entry('Line 2').fill('South line')
  await button('Create').click()
  await heading('Clean the drinkers').waitFor()
  await isClean(page, 'task')

  await page.getByRole('checkbox', { name: /North line/ }).check()
  await page.getByText('1 of 2').waitFor()
  await expect.poll(async () => (await taskOf('Clean the drinkers')).checklist.map(({ done }) => done)).toEqual([true, false])
  await page.getByRole('tab', { name: /Change history/ }).click()
  await row('To do').waitFor()
})

test('the board moves a task by keyboard and refuses an illegal move with its reason', async () => {
  const title = 'Clean the drinkers'
  await page.goto(`${stage.url}/tasks/taskboard`)
  await heading('Task board').waitFor()
  await column('To do').getByRole('link', { name: title }).waitFor()
  await isClean(page, 'task board')

  await handle(title).focus()
  await page.keyboard.press('Enter')
  for (let step = 0; step < 3; step++) await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await page.getByRole('alert').filter({ hasText: 'This task isn’t started yet. Start it first.' }).waitFor()
  expect(await column('To do').getByRole('link', { name: title }).count()).toBe(1)
  expect((await taskOf(title)).status).toBe('TODO')

  await handle(title).focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await column('In progress').getByRole('link', { name: title }).waitFor()
  await expect.poll(async () => (await taskOf(title)).status).toBe('IN_PROGRESS')
  await expect.poll(() => page.getByRole('alert').count()).toBe(0)
  await expect.poll(() => handle(title).evaluate(element => element === document.activeElement)).toBe(true)
})

test('Escape puts a task back that the keyboard holds', async () => {
  const title = 'Clean the drinkers'
  await handle(title).focus()
  await page.keyboard.press('Enter')
  expect(await handle(title).getAttribute('aria-pressed')).toBe('true')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Escape')
  expect(await handle(title).getAttribute('aria-pressed')).toBe('false')
  expect((await taskOf(title)).status).toBe('IN_PROGRESS')
})

test('a task dragged to a column that is not open to it returns to its place', { tags: ['nightly'] }, async () => {
  const title = 'Clean the drinkers'
  const card = column('In progress').getByRole('listitem').filter({ hasText: title })
  await card.dragTo(column('Done'))
  await page.getByRole('alert').filter({ hasText: 'Tick every line of the checklist first.' }).waitFor()
  await card.dragTo(column('To do'))
  await column('To do').getByRole('link', { name: title }).waitFor()
  await expect.poll(async () => (await taskOf(title)).status).toBe('TODO')
})

test('a change by somebody else shows up beside what is typed', { tags: ['nightly'] }, async () => {
  const { id } = await taskOf('Clean the drinkers')
  await page.goto(`${stage.url}/tasks/details/${id}`)
  await button('Edit').click()
  await entry('Title').fill('Clean all drinkers')
  const { version } = await taskOf('Clean the drinkers')
  data(await manager.of('tasks').setStatus({ params: { id }, body: { status: 'IN_PROGRESS', version } }))
  await button('Save').click()
  await page.getByRole('alert').filter({ hasText: 'saved changes while you were editing' }).waitFor()
  await button('Save').click()
  await heading('Clean all drinkers').waitFor()
  expect((await taskOf('Clean all drinkers')).status).toBe('IN_PROGRESS')
})

test('the tasks of a batch stand in its tab, and a new one is of the batch', async () => {
  const entityId = await idOf(house)
  const [batch] = data(await manager.of('batches').search({ query: { entityId, status: ['OPEN'] } })).content
  await page.goto(`${stage.url}/production/batches/${batch!.id}/details?tab=tasks`)
  await button('New task').first().click()
  await heading('New task').waitFor()
  expect(new URL(page.url()).pathname).toBe(`/production/${batch!.id}/tasks/create`)
  await entry('Title').fill('Weigh a sample')
  await button('Create').click()
  await heading('Weigh a sample').waitFor()
  expect(new URL(page.url()).pathname).toMatch(new RegExp(`^/production/${batch!.id}/tasks/details/\\d+$`))
  await page.getByRole('link', { name: batch!.code }).first().click()
  await row('Weigh a sample').waitFor()
  await isClean(page, 'tasks of a batch')
})

test('a template is rejected with a reason, sent again and approved', async () => {
  await page.goto(`${stage.url}/tasks/templates`)
  await heading('Task templates').waitFor()
  await button('New task template').first().click()
  await heading('New task template').waitFor()
  await entry('Name').fill('Vaccination day 14')
  await choose('Creates a task', 'On a day of each batch')
  await entry('Day of the batch').fill('14')
  await isClean(page, 'new task template')
  await button('Create').click()
  await heading('Vaccination day 14').waitFor()
  await page.getByText('On day 14 of each batch').waitFor()
  await isClean(page, 'task template')
  const send = button('Send for approval')
  if ((await send.count()) > 0) await send.click()
  await button('Reject').click()
  await dialog().getByRole('textbox', { name: 'Notes' }).fill('Name the vaccine')
  await confirm('Reject')
  await page.getByText('Name the vaccine').waitFor()
  // What follows a save is fetched slowly: the next button answers all the same.
  await page.route('**/services/**/templates/**', async route => {
    if (route.request().method() === 'GET') await new Promise(resolve => setTimeout(resolve, 900))
    await route.continue()
  })
  await button('Send for approval').click()
  await button('Approve').click()
  await button('Create task').click()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await heading('New task').waitFor()
  expect(await entry('Title').inputValue()).toBe('Vaccination day 14')
})

test('on a phone the board shows one column at a time', { tags: ['nightly'] }, async () => {
  const phone = await aPage(screen.browser, [], { viewport: { width: 320, height: 740 }, hasTouch: true, isMobile: true })
  await signIn(phone, stage.url, 'manager', stage.password, '/tasks/taskboard')
  await phone.getByRole('tab', { name: /In progress/ }).click()
  await phone.getByRole('link', { name: 'Clean all drinkers' }).waitFor()
  await phone.getByRole('button', { name: /Status: Clean all drinkers/ }).click()
  await phone.getByRole('button', { name: 'Back to “To do”' }).click()
  await phone.getByRole('tab', { name: /To do/ }).click()
  await phone.getByRole('link', { name: 'Clean all drinkers' }).waitFor()
  expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  await isClean(phone, 'task board on a phone')
})
