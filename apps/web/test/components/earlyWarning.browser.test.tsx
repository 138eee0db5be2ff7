import { EventDetails as EventSchema } from '@steading/contract/events/events'
import type { Finding } from '@steading/contract/events/events'
import type { EarlyWarning, WarningAnswer } from '@steading/contract/production/earlyWarning'
import { expect, test } from 'vitest'
import { EventDetails } from '../../src/events/details/EventDetails.tsx'
import { scopeAt } from '../../src/events/eventScope.ts'
import { queryClient } from '../../src/platform/api/queries.ts'
import { openStage } from './stage.tsx'

const at = '2026-05-20T11:00:00.000Z'

/** The page of the event of a warning of water. */
async function openWarning({
  status,
  finding = null,
  answer = null,
  isGiven = answer !== null,
}: {
  readonly status: 'OPEN' | 'CLOSED'
  readonly finding?: Finding | null
  readonly answer?: WarningAnswer | null
  /** To the warning itself. */
  readonly isGiven?: boolean
}) {
  let event = EventSchema.parse({
    id: '7',
    title: 'Water use 35 % above expectation',
    severityLevel: 'MODERATE',
    status,
    category: 'WATER',
    cause: 'UNKNOWN',
    finding,
    origin: 'AUTOMATIC',
    entity: { id: '5', name: 'House 1', displayName: 'Farm | House 1', type: 'SECTOR' },
    batch: null,
    ruleId: null,
    ruleName: null,
    openDate: at,
    closeDate: status === 'CLOSED' ? at : null,
    createdBy: null,
    closedBy: null,
    takenUp: null,
    lasting: null,
    latestOccurrenceTimestampUtc: at,
    notificationCounter: 1,
    past: false,
    version: 1,
    batchSaid: false,
    batchDay: null,
    description: '',
    additionalNotes: '',
    nothingFoundAt: null,
    causes: [],
    recentActuations: [],
    terminal: null,
    lasts: false,
    danger: null,
    attachments: [],
    creationTimestampUtc: at,
    lastUpdatedBy: null,
    lastUpdateTimestampUtc: null,
  })
  let warning: EarlyWarning = {
    eventId: '7',
    kind: 'WATER',
    direction: 'HIGH',
    score: 2.3,
    deviation: 35,
    openedAt: at,
    endedAt: status === 'CLOSED' ? at : null,
    answer,
    finding: '',
    answeredAt: isGiven ? at : null,
    answeredBy: null,
  }
  const page = await openStage(<EventDetails id="7" at={scopeAt('/events/7/details')} />, {
    replies: {
      'GET /events/:id': () => event,
      'GET /events/:id/changes': () => [],
      'GET /earlyWarnings/events/:id': () => ({ warning }),
      'POST /events/:id/steps': () => {
        warning = { ...warning, answer: 'YES' }
        return { ...event, finding: 'SOMETHING' }
      },
      'PUT /earlyWarnings/events/:id/answer': ({ body }) => {
        warning = { ...warning, ...(body as Pick<EarlyWarning, 'answer' | 'finding'>), answeredAt: at } // safe: the call's body
        return warning
      },
    },
  })
  await expect.element(page.screen.getByText('Deviation in limits')).toBeVisible()
  /** A colleague changes the event and its warning; the page asks for both. */
  const change = async (status: 'OPEN' | 'CLOSED', answered: Partial<EarlyWarning>) => {
    event = { ...event, status }
    warning = { ...warning, ...answered }
    await queryClient.invalidateQueries()
  }
  return { ...page, change }
}
// "Nothing found" is a step of an open event, too.
const buttons = ['Something found', 'Nobody looked']
const questions = () =>
  [...document.querySelectorAll('h2, h3')].map(title => title.textContent).filter(title => title.endsWith('?'))

test.each([
  ['of an open event by the warning', { status: 'OPEN' }, 'Did you find something?'],
  ['of a closed event by the review', { status: 'CLOSED' }, 'Was something found?'],
  [
    'of a closed event that was reviewed by the review',
    { status: 'CLOSED', finding: 'NOTHING', answer: 'NO', isGiven: false },
    'Was something found?',
  ],
  ['of a closed event by the warning that was answered', { status: 'CLOSED', answer: 'NO' }, 'Did you find something?'],
  [
    'of a closed event by the review where the answer was not known',
    { status: 'CLOSED', answer: 'UNKNOWN' },
    'Was something found?',
  ],
] as const)('whether something was found is asked once: %s', async (_, state, question) => {
  const { screen } = await openWarning(state)
  await expect.poll(questions).toEqual([question])
  const isReviewed = question === 'Was something found?'
  for (const name of buttons) expect(screen.getByRole('button', { name }).elements()).toHaveLength(isReviewed ? 1 : 0)
  expect(screen.getByRole('button', { name: 'Save answer' }).elements()).toHaveLength(isReviewed ? 0 : 1)
})

test('the review of an event shows its finding as the answer to the warning', async () => {
  const { screen, calls } = await openWarning({ status: 'CLOSED' })
  await screen.getByRole('button', { name: 'Something found' }).click()
  await expect.element(screen.getByText('Yes, a cause')).toBeVisible()
  expect(calls.filter(({ method }) => method === 'POST').map(({ path, body }) => [path, body])).toEqual([
    ['/events/7/steps', { step: null, notes: '', finding: 'SOMETHING' }],
  ])
})

test('a typed answer stays and can be saved when a colleague closes the event', async () => {
  const { screen, calls, change } = await openWarning({ status: 'OPEN' })
  const finding = screen.getByRole('textbox', { name: 'Finding' })
  await finding.fill('A valve leaked')
  await screen.getByRole('radio', { name: 'Yes, a cause' }).click()
  await change('CLOSED', {})
  await expect.element(screen.getByRole('button', { name: 'Something found' })).toBeVisible()
  await expect.element(finding).toHaveValue('A valve leaked')
  await screen.getByRole('button', { name: 'Save answer' }).click()
  await expect.element(screen.getByText('Answered', { exact: true })).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Save answer' })).toBeDisabled()
  await expect.element(finding).toHaveValue('A valve leaked')
  expect(screen.getByRole('dialog').query()).toBeNull()
  expect(calls.filter(({ method }) => method !== 'GET').map(({ body }) => body)).toEqual([
    { answer: 'YES', finding: 'A valve leaked' },
  ])
})

test('a typed answer stays when a colleague answers', async () => {
  const { screen, change } = await openWarning({ status: 'OPEN' })
  const finding = screen.getByRole('textbox', { name: 'Finding' })
  await finding.fill('A valve leaked')
  await change('OPEN', { answer: 'NO', finding: 'Nothing', answeredAt: '2026-05-20T12:00:00.000Z' })
  await expect.element(screen.getByText('Answered', { exact: true })).toBeVisible()
  await expect.element(finding).toHaveValue('A valve leaked')
})

test("a colleague's answer is shown in a form that nobody has touched", async () => {
  const { screen, change } = await openWarning({ status: 'OPEN' })
  await change('OPEN', { answer: 'NO', finding: 'Nothing', answeredAt: '2026-05-20T12:00:00.000Z' })
  await expect.element(screen.getByRole('textbox', { name: 'Finding' })).toHaveValue('Nothing')
})

test('a form that is as the warning again shows what a colleague answers', async () => {
  const { screen, change } = await openWarning({ status: 'OPEN' })
  const finding = screen.getByRole('textbox', { name: 'Finding' })
  await finding.fill('A valve leaked')
  await finding.fill('')
  await change('OPEN', { answer: 'NO', finding: 'Nothing', answeredAt: '2026-05-20T12:00:00.000Z' })
  await expect.element(finding).toHaveValue('Nothing')
})

test('a form of a closed event stays while its text is written again', async () => {
  const { screen, change } = await openWarning({ status: 'OPEN' })
  const finding = screen.getByRole('textbox', { name: 'Finding' })
  await finding.fill('A valve leaked')
  await change('CLOSED', {})
  await expect.element(screen.getByRole('button', { name: 'Something found' })).toBeVisible()
  await finding.fill('')
  await finding.fill('A pipe leaked')
  await expect.element(finding).toHaveValue('A pipe leaked')
})
