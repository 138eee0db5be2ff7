import type { Interface } from '@steading/contract/devices/interfaces'
import type { Widget } from '@steading/contract/widgets/dashboards'
import type { Translate } from '@steading/locales/text'
import { nameOf } from '../../widgets/index.ts'
import { catalogueEntry } from './catalogue.ts'

/** Letters of a text that name a widget. */
const MOST_LETTERS = 60

/** What a widget is called: by its title or what it shows, else by how a heading, a note or the description of a picture begins, else by its type. */
export function widgetLabel(
  { type, configs }: Pick<Widget, 'type' | 'configs'>,
  interfaces: ReadonlyMap<string, Interface> | undefined,
  t: Translate,
): string {
  const text = configs['text'] ?? configs['description']
  const words = typeof text === 'string' ? text.trim().split('\n', 1)[0]!.slice(0, MOST_LETTERS).trim() : ''
  return nameOf({ configs }, interfaces) ?? (words || t(catalogueEntry(type).name))
}
