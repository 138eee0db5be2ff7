import type { Page } from 'playwright-core'

/** The form of rules as a hand fills it in; the page is asked for anew each time. */
export function ruleForm(page: () => Page) {
  const heading = (name: string) => page().getByRole('heading', { level: 1, name, exact: true })
  const button = (name: string) => page().getByRole('button', { name, exact: true })
  const entry = (name: string) => page().getByRole('textbox', { name, exact: true }).first()
  const dialog = () => page().getByRole('dialog')
  const tab = (name: RegExp) => page().getByRole('tab', { name }).first()
  const textShown = (text: string | RegExp) => page().getByText(text).first().waitFor()
  const answer = (name: string) => dialog().getByRole('button', { name, exact: true }).click()
  /** Of the rule whose page is open. */
  const idNow = () => /\/(\d+)\/details/.exec(page().url())?.[1] ?? ''

  /** Opens a list and takes one of it. */
  async function choose(field: string, option: string | RegExp) {
    await page().getByRole('combobox', { name: field }).first().click()
    await page().getByRole('option', { name: option }).first().click()
  }

  /** The first tab, for a rule of a house of Quinta do Paul. */
  async function basics(name: string, category: string, { house = 'Pavilhão 1', isInBox = true } = {}) {
    await entry('Name').fill(name)
    await choose('Entity', /^Quinta do Paul$/)
    await choose('House or room', new RegExp(`^${house}$`))
    await choose('Template category', new RegExp(`^${category}$`))
    if (isInBox) await choose('Smart box', 'QPL-01')
  }

  return { heading, button, entry, dialog, tab, told: textShown, answer, idNow, choose, basics }
}
