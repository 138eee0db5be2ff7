import { type ReactNode, useState } from 'react'
import { describe, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { SelectField } from '../../src/ui/form/fields/SelectField.tsx'
import { DayField } from '../../src/ui/moment/DayField.tsx'
import { confirmDialog } from '../../src/ui/overlay/dialogs.ts'
import { openStage } from './stage.tsx'

/** A field that keeps its value, and tells it. */
function Kept<V>({
  initial,
  tell,
  draw,
}: {
  initial: V
  tell: (value: V) => void
  draw: (value: V, set: (value: V) => void) => ReactNode
}) {
  const [value, set] = useState(initial)
  return draw(value, next => {
    set(() => next)
    tell(next)
  })
}

describe('a combobox', () => {
  const animals = ['Broiler', 'Layer', 'Breeder', 'Turkey', 'Duck', 'Quail', 'Rabbit', 'Sheep', 'Goat']
  const options = animals.map(label => ({ value: label.toUpperCase(), label }))
  const opened = async (initial: string | null = null) => {
    const tell = vi.fn<(value: string | null) => void>()
    const { screen } = await openStage(
      <Kept<string | null>
        initial={initial}
        tell={tell}
        draw={(value, set) => <SelectField label="Species" options={options} value={value} onChange={set} />}
      />,
    )
    return { field: screen.getByRole('combobox', { name: 'Species' }), screen, tell }
  }

  test('takes the option that is typed and chosen by the keyboard', async () => {
    const { field, tell } = await opened()
    await field.click()
    await userEvent.keyboard('tur{ArrowDown}{Enter}')
    await expect.element(field).toHaveValue('Turkey')
    expect(tell).toHaveBeenLastCalledWith('TURKEY')
  })

  test('takes a whole name that is left without choosing', async () => {
    const { field, tell } = await opened()
    await field.fill('Goat')
    await userEvent.keyboard('{Tab}')
    await expect.element(field).toHaveValue('Goat')
    expect(tell).toHaveBeenLastCalledWith('GOAT')
  })

  test('is empty when its text is deleted', async () => {
    const { field, tell } = await opened('DUCK')
    await field.fill('')
    await userEvent.keyboard('{Tab}')
    expect(tell).toHaveBeenLastCalledWith(null)
  })

  test('keeps its option for a text that is none', async () => {
    const { field, tell } = await opened('DUCK')
    await field.fill('Mammoth')
    await userEvent.keyboard('{Tab}')
    expect(tell).not.toHaveBeenCalled()
  })
})

describe('a date field', () => {
  const opened = async (initial?: string) => {
    const tell = vi.fn<(value: string | undefined) => void>()
    const { screen } = await openStage(
      <Kept<string | undefined>
        initial={initial}
        tell={tell}
        draw={(value, set) => <DayField label="Day" value={value} onChange={set} />}
      />,
    )
    return { field: screen.getByRole('textbox', { name: 'Day' }), screen, tell }
  }

  test('takes a typed day when it is left', async () => {
    const { field, tell } = await opened()
    await field.fill('04-05-2026')
    await userEvent.keyboard('{Tab}')
    expect(tell).toHaveBeenLastCalledWith('2026-05-04')
  })

  test('keeps a text that is no day on the screen', async () => {
    const { field, tell } = await opened('2026-05-04')
    await field.fill('31-02-2026')
    await userEvent.keyboard('{Tab}')
    await expect.element(field).toHaveValue('31-02-2026')
    expect(tell).not.toHaveBeenCalledWith('2026-02-31')
    await expect.element(field).toHaveAttribute('aria-invalid', 'true')
  })

  test('takes a day of the calendar', async () => {
    const { screen, tell } = await opened('2026-05-04')
    await screen.getByRole('button').first().click()
    await screen
      .getByRole('button', { name: /\b17\b/ })
      .first()
      .click()
    expect(tell).toHaveBeenLastCalledWith('2026-05-17')
  })
})

describe('a dialog', () => {
  const opened = async (danger = false) => {
    const answers: boolean[] = []
    const ask = async () => void answers.push(await confirmDialog({ title: 'Leave?', yes: 'Leave', no: 'Stay', danger }))
    const { screen } = await openStage(<button onClick={() => void ask()}>open</button>)
    await screen.getByRole('button', { name: 'open' }).click()
    await expect.element(screen.getByRole('dialog', { name: 'Leave?' })).toBeVisible()
    return { screen, answers }
  }

  test('answers yes by its first button, which has the focus', async () => {
    const { screen, answers } = await opened()
    await expect.element(screen.getByRole('button', { name: 'Leave' })).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await expect.poll(() => answers).toEqual([true])
  })

  test('of a dangerous action has the focus on the way out', async () => {
    const { screen, answers } = await opened(true)
    await expect.element(screen.getByRole('button', { name: 'Stay' })).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await expect.poll(() => answers).toEqual([false])
  })

  test('holds the focus, answers no on Escape, and gives the focus back', async () => {
    const { screen, answers } = await opened()
    for (let times = 0; times < 6; times++) {
      await userEvent.keyboard('{Tab}')
      expect(screen.getByRole('dialog').element().contains(document.activeElement)).toBe(true)
    }
    await userEvent.keyboard('{Escape}')
    await expect.poll(() => answers).toEqual([false])
    await expect.element(screen.getByRole('button', { name: 'open' })).toHaveFocus()
  })
})
