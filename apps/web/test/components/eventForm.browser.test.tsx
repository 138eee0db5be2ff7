import type { Entity } from '@steading/contract/entities/entities'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { entityQuery } from '../../src/entities/index.ts'
import { EventEntries } from '../../src/events/form/EventEntries.tsx'
import { emptyValues } from '../../src/events/form/eventForm.ts'
import { scopeAt } from '../../src/events/eventScope.ts'
import { queryClient } from '../../src/platform/api/queries.ts'
import { openStage } from './stage.tsx'

const HOUSE = '9'
const NOW = Date.parse('2026-05-04T12:00:00Z')

/** The form of a manager in Lisbon; the house of the Azores is chosen by a button. */
function Form({ placeId, tell }: { placeId: string | null; tell: (openDate: string | undefined) => void }) {
  const [values, setValues] = useState(emptyValues({ isHelpdesk: false, now: NOW, placeId, mail: null }))
  return (
    <>
      <button type="button" onClick={() => setValues(now => ({ ...now, entityId: HOUSE }))}>
        Choose the house
      </button>
      <EventEntries
        values={values}
        scope={scopeAt('/events')}
        errors={{}}
        set={change => {
          setValues(now => ({ ...now, ...change }))
          if ('openDate' in change) tell(change.openDate)
        }}
      />
    </>
  )
}

const opened = async (placeId: string | null) => {
  // safe: the form reads nothing else of it
  queryClient.setQueryData(entityQuery(HOUSE).queryKey, { id: HOUSE, timeZone: 'Atlantic/Azores' } as Entity)
  const tell = vi.fn<(openDate: string | undefined) => void>()
  const { screen } = await openStage(<Form placeId={placeId} tell={tell} />)
  const field = screen.getByRole('textbox', { name: /^Opened on/ })
  const typeDay = async () => {
    await field.fill('01-01-2026')
    await userEvent.keyboard('{Tab}')
  }
  return { screen, tell, field, typeDay }
}

test('reads the typed day of an event in the zone of its place, which is named', async () => {
  const { screen, tell, typeDay } = await opened(HOUSE)
  await expect.element(screen.getByText(/Atlantic\/Azores/)).toBeVisible()
  await typeDay()
  expect(tell).toHaveBeenLastCalledWith('2026-01-01T01:00:00.000Z')
})

test('keeps the typed day of an event where its place is chosen afterwards', async () => {
  const { screen, tell, field, typeDay } = await opened(null)
  await typeDay()
  expect(tell).toHaveBeenLastCalledWith('2026-01-01T00:00:00.000Z')
  await screen.getByRole('button', { name: 'Choose the house' }).click()
  await expect.poll(() => tell.mock.lastCall?.[0]).toBe('2026-01-01T01:00:00.000Z')
  await expect.element(field).toHaveValue('01-01-2026')
})
