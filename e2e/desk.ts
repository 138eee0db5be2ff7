import type { Page } from 'playwright-core'

/** What people reach for on a page: by the words that they read. */
export const desk = (page: () => Page) => ({
  heading: (name: string) => page().getByRole('heading', { level: 1, name, exact: true }),
  button: (name: string) => page().getByRole('button', { name, exact: true }),
  entry: (name: string) => page().getByRole('textbox', { name, exact: true }),
  row: (name: string) => page().getByRole('row', { name: new RegExp(name) }),
  dialog: () => page().getByRole('dialog'),
  confirm: (word: string) => page().getByRole('dialog').getByRole('button', { name: word, exact: true }).click(),
  async choose(field: string, option: string) {
    await page().getByRole('combobox', { name: field }).click()
    await page().getByRole('option', { name: option, exact: true }).click()
  },
})
