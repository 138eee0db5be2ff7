// @module-tag nightly
// People and what they may do, from the screen: a role is made by somebody who may not give all of it, a person gets it with
// access to one house, is invited, changed while somebody else changes them too, made inactive, and deleted. Real programs, a real browser.
import { expect, test } from 'vitest'
import { apiAs, data, eventually } from './api.ts'
import { openFreshPage, opens, page, screen, stage } from './opened.ts'
import { isClean, signIn } from './screen.ts'

opens({ boxes: false })

const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true })
const button = (name: string) => page.getByRole('button', { name, exact: true })
const entry = (name: string) => page.getByRole('textbox', { name, exact: true })
const row = (name: string) => page.getByRole('row', { name: new RegExp(name) })
const dialog = () => page.getByRole('dialog')

async function choose(field: string, option: string) {
  await page.getByRole('combobox', { name: field }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

test('a role and a person are made, seen, changed and deleted', async () => {
  const { of } = await apiAs(stage.url, 'integrator', stage.password)
  await signIn(page, stage.url, 'integrator', stage.password)

  // A role: what the maker lacks is locked, with the reason; the rest is given by section.
  await page.goto(`${stage.url}/system/roles`)
  await heading('Roles').waitFor()
  await button('New').click()
  await heading('New role').waitFor()
  const locked = page.getByRole('group', { name: 'Roles', exact: true }).getByRole('checkbox', { name: /^Delete/ })
  expect(await locked.isDisabled()).toBe(true)
  await page.getByText('You do not have this permission, so you cannot grant it.').first().waitFor({ state: 'attached' })
  expect(await page.getByText('Full access').count()).toBe(0)
  await isClean(page, 'new role')
  await button('Create').click()
  await page.getByText('This field is required.').first().waitFor()
  await entry('Name').fill('Night watch')
  const box = (category: string, word: string) =>
    page.getByRole('group', { name: category, exact: true }).getByRole('checkbox', { name: word, exact: true })
  await page.getByRole('checkbox', { name: 'All Events permissions' }).check()
  await box('Events', 'Delete').uncheck()
  await box('Entities', 'View').check()
  await button('Create').click()
  await heading('Night watch').waitFor()
  await page.getByText('View · Create · Edit').waitFor()
  await isClean(page, 'role')
  const role = data(await of('roles').search({ query: { search: 'Night watch' } })).content[0]!
  expect(role.permissions).toEqual(['entities.read', 'events.create', 'events.read', 'events.update'])

  // The same name at the same place is refused at its field.
  await page.goto(`${stage.url}/system/roles/create`)
  await entry('Name').fill('Night watch')
  await button('Create').click()
  await page.getByText('This name is already in use').waitFor()
  await button('Cancel').click()
  const discard = dialog().getByRole('button', { name: 'Discard changes' })
  await discard.waitFor()
  // Ctrl-K leads nobody past a question.
  await page.keyboard.press('Control+k')
  await page.keyboard.type('events')
  expect(await page.getByRole('combobox', { name: 'Search pages, actions, sensors and locations' }).count()).toBe(0)
  await discard.click()
  await heading('Roles').waitFor()

  // A person with that role at one farm, kept to one of its houses, with a phone of Spain and an address.
  await page.goto(`${stage.url}/system/users/create`)
  await heading('New user').waitFor()
  await button('Create').click()
  await page.getByText('This field is required.').first().waitFor()
  await entry('Name').fill('Rosa Almeida')
  await entry('Short name').fill('Rosa')
  await entry('Email').fill('ROSA@steading.example')
  await page.getByRole('combobox', { name: 'Phone: Country code' }).selectOption({ label: 'Spain (+34)' })
  await entry('Phone').fill('600 abc 456')
  await page.getByText('Enter 6 to 20 digits. Spaces, parentheses, + and - are allowed.').waitFor()
  await entry('Phone').fill('12 34 56')
  await page.getByText('This number can’t be called. Check it.').waitFor()
  await entry('Phone').fill('600 123 456')
  await page.getByRole('button', { name: /Assigned location/ }).click()
  await page.getByRole('searchbox', { name: 'Search entities' }).fill('Quinta do Paul')
  await page.locator('.hit', { hasText: 'Quinta do Paul' }).first().click()
  await choose('Role', 'Night watch')
  await page.getByRole('radio', { name: 'Selected parts only' }).check()
  await button('Create').click()
  await page.getByText('Choose or enter at least 1 item.').waitFor()
  const part = (name: string) => page.getByRole('treeitem', { name, exact: true })
  await part('Pavilhão 1').locator('.tree-name').click()
  expect(await part('Pavilhão 1').getAttribute('aria-checked')).toBe('true')
  await button('Add address').click()
  await entry('Address').fill('Rua do Paul 4')
  await button('Add phone').click()
  await entry('Work phone 1').fill('+351 243 300 100')
  await isClean(page, 'new user')
  await button('Create').click()
  await heading('Rosa Almeida').waitFor()
  await page.getByText('Invited').waitFor()
  await page.getByText('+34 600 123 456').waitFor()
  await page.getByText('Rua do Paul 4').waitFor()
  await isClean(page, 'user')
  const listed = data(await of('users').search({ query: { search: 'rosa@steading.example' } })).content[0]!
  const details = async () => data(await of('users').details({ params: { id: listed.userId } }))
  expect(await details()).toMatchObject({
    email: 'rosa@steading.example',
    phone: '+34600123456',
    hasValidPhone: true,
    role: { name: 'Night watch' },
    rootEntity: { name: 'Quinta do Paul' },
    kept: true,
    accessEntities: [{ name: 'Pavilhão 1' }],
    contacts: [
      { type: 'POSTAL_ADDRESS', addressLine1: 'Rua do Paul 4' },
      { type: 'WORK_PHONE_NUMBER', phoneNumber: '+351243300100' },
    ],
  })

  // The invitation came, and comes again.
  const invitations = () => stage.mails.filter(mail => mail.to?.some(to => to.address === 'rosa@steading.example')).length
  await eventually(
    'the invitation',
    async () => invitations(),
    count => count === 1,
  )
  await button('Resend invitation').click()
  // The toast of the creation may still be there: it says the same below its title.
  await page.locator('.toast b', { hasText: 'Invitation sent to rosa@steading.example' }).waitFor()
  await eventually(
    'the second invitation',
    async () => invitations(),
    count => count === 2,
  )

  // Two people at once: what was typed stays, theirs is shown and taken, a second save is one's own.
  await button('Edit').click()
  await entry('Short name').fill('Rosinha')
  await part('Pavilhão 2').locator('.tree-name').click()
  const { displayName, shortName, email, contacts, language, timeZone, version } = await details()
  await of('users').edit({
    params: { id: listed.userId },
    body: {
      displayName,
      shortName,
      email,
      contacts,
      language,
      timeZone,
      version,
      status: 'ACTIVE' as const,
      phone: '+34600999888',
      roleId: role.id,
      rootEntityId: listed.rootEntity.id,
      accessEntityIds: (await details()).accessEntities.map(accessEntity => accessEntity.id),
    },
    files: [],
  })
  await button('Save').click()
  await page.getByRole('heading', { name: 'Changes by others' }).waitFor()
  expect(await entry('Short name').inputValue()).toBe('Rosinha')
  // What was not touched is theirs already.
  await page.getByText('Applied to your form').waitFor()
  await isClean(page, 'conflict')
  await button('Save').click()
  await button('Edit').waitFor()
  expect(await details()).toMatchObject({ shortName: 'Rosinha', phone: '+34600999888' })
  expect((await details()).accessEntities.map(accessEntity => accessEntity.name)).toEqual(['Pavilhão 1', 'Pavilhão 2'])

  // A role that somebody has stays, and says why.
  await page.goto(`${stage.url}/system/roles/details/${role.id}`)
  await page.getByRole('link', { name: '1 person' }).waitFor()
  expect(await button('Delete').count()).toBe(0)
  await button('Edit').click()
  await box('Smart boxes', 'View').check()
  await button('Save').click()
  await button('Edit').waitFor()
  expect(data(await of('roles').details({ params: { id: role.id } })).permissions).toContain('terminals.read')

  // Inactive, in the list with its filter, and gone.
  await page.getByRole('link', { name: '1 person' }).click()
  await row('Rosa Almeida').waitFor()
  await isClean(page, 'users')
  await row('Rosa Almeida').click()
  await button('Deactivate').click()
  await dialog().getByRole('button', { name: 'Deactivate' }).click()
  await button('Activate').waitFor()
  expect((await details()).status).toBe('INACTIVE')
  await button('Delete').click()
  await dialog().getByRole('button', { name: 'Delete', exact: true }).click()
  await heading('Users').waitFor()
  expect(data(await of('users').search({ query: { search: 'rosa@' } })).totalElements).toBe(0)

  // Nobody can take from themselves what only they could give back.
  await page.goto(`${stage.url}/system/users`)
  await row('integrator@').click()
  await heading('Integrator').waitFor()
  await button('Edit').waitFor()
  expect(await button('Delete').count()).toBe(0)
  expect(await button('Deactivate').count()).toBe(0)

  // 409: the conflict that was meant; 422: the name that was taken.
  expect(screen.complaints.filter(complaint => !/\b(409|400|422)\b/.test(complaint))).toEqual([])
})

test('who holds everything may delete a role that nobody has, and no other', async () => {
  const { of } = await apiAs(stage.url, 'root', stage.password)
  await openFreshPage()
  await signIn(page, stage.url, 'root', stage.password)
  const idOf = async (search: string) => data(await of('roles').search({ query: { search } })).content[0]!.id
  const removed = async (id: string) => {
    await page.goto(`${stage.url}/system/roles/details/${id}`)
    await button('Delete').click()
    await dialog().getByRole('button', { name: 'Delete', exact: true }).click()
  }
  await removed(await idOf('Stockperson'))
  await page.getByText('Some users still have this role. Assign them another role first.').waitFor()
  await button('Close').click()
  await removed(await idOf('Night watch'))
  await heading('Roles').waitFor()
  expect(data(await of('roles').search({ query: { search: 'Night watch' } })).totalElements).toBe(0)
})

test('who may not look at people is not led there', async () => {
  await openFreshPage()
  await signIn(page, stage.url, 'stock', stage.password)
  await page.goto(`${stage.url}/system/users`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  expect(await heading('Users').count()).toBe(0)
  const { of, session } = await apiAs(stage.url, 'stock', stage.password)
  expect(data(await of('users').list({ query: {} })).map(one => one.userId)).toEqual([session.userId])
})
