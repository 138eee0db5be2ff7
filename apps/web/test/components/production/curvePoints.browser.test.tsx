import { useState } from 'react'
import { expect, test } from 'vitest'
import { CurvePoints, type PointValues } from '../../../src/curves/CurvePoints.tsx'
import { openStage } from '../stage.tsx'

/** The points of a curve in a form of its own; `points` answers those that it holds. */
async function openPoints(first: readonly PointValues[], { poultry = false } = {}) {
  let current = first
  function Points() {
    const [points, setPoints] = useState(first)
    const change = (next: readonly PointValues[]) => {
      current = next
      setPoints(next)
    }
    return <CurvePoints value={points} onChange={change} ageUnit={1} poultry={poultry} errors={{}} />
  }
  const { screen } = await openStage(<Points />)
  const cell = (name: string) => screen.getByRole('textbox', { name, exact: true })
  /** Pastes what a spreadsheet copies; false: the table takes it, not the cell. */
  const paste = (text: string) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', text)
    return cell('Age 1')
      .element()
      .dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }
  return { screen, cell, paste, points: () => current }
}

const two: readonly PointValues[] = [
  { age: 0, weight: 1.5 },
  { age: 7, weight: 3 },
]

test('a row that is added and typed is a point of the curve', async () => {
  const { screen, cell, points } = await openPoints(two)
  await screen.getByRole('button', { name: 'Add row' }).click()
  await cell('Age 3').fill('14')
  await cell('Weight 3').fill('5.25')
  await cell('Age 1').click()
  await expect.poll(points).toEqual([...two, { age: 14, weight: 5.25 }])
})

test('weights of poultry are typed in g', async () => {
  const { cell, points } = await openPoints([{ age: 0, weight: 0.044 }, {}], { poultry: true })
  await expect.element(cell('Weight 1')).toHaveValue('44')
  await cell('Weight 2').fill('181')
  await cell('Age 2').fill('7')
  await cell('Age 1').click()
  await expect.poll(points).toEqual([
    { age: 0, weight: 0.044 },
    { age: 7, weight: 0.181 },
  ])
})

test('columns with tabs and decimal commas, pasted from a spreadsheet, replace the points', async () => {
  const { screen, cell, paste, points } = await openPoints([{}, {}])
  expect(paste('63\t26,0\r\n70\t30,7\r\n77\t35,75\r\n')).toBe(false)
  await expect.poll(points).toEqual([
    { age: 63, weight: 26 },
    { age: 70, weight: 30.7 },
    { age: 77, weight: 35.75 },
  ])
  await expect.element(cell('Weight 3')).toHaveValue('35.75')
  await expect.element(screen.getByText('3 rows read')).toBeVisible()
})

test('a single pasted number is left to its cell', async () => {
  const { screen, paste, points } = await openPoints(two)
  await expect.element(screen.getByRole('button', { name: 'Add row' })).toBeVisible()
  expect(paste('26,0')).toBe(true)
  expect(points()).toEqual(two)
})

test('a pasted row without its age is named and leaves the points', async () => {
  const { screen, paste, points } = await openPoints(two)
  paste('63\t26\n\t70\n77\t35,7')
  await expect.element(screen.getByText(/^Row 2: the age is missing/)).toBeVisible()
  await screen.getByRole('button', { name: 'Close' }).click()
  expect(points()).toEqual(two)
})

test('a row is removed, the others stay in their order', async () => {
  const { screen, points } = await openPoints([...two, { age: 14, weight: 5 }])
  await screen.getByRole('button', { name: 'Remove row 2' }).click()
  await expect.poll(points).toEqual([two[0], { age: 14, weight: 5 }])
})

test('the last two rows cannot be removed', async () => {
  const { screen } = await openPoints(two)
  await expect.element(screen.getByRole('button', { name: 'Remove row 1' })).toBeDisabled()
})
