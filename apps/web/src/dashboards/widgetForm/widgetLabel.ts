import type { Interface } from '@steading/contract/devices/interfaces'
import type { Widget } from '@steading/contract/widgets/dashboards'
import type { Translate } from '@steading/locales/text'
import { nameOf } from '../../widgets/index.ts'
import { catalogueEntry } from './catalogue.ts'

/** What a widget is called: by its title or what it shows, else by the text of a heading or a note, else by its type. */
export function widgetLabel(
  { type, configs }: Pick<Widget, 'type' | 'configs'>,
  interfaces: ReadonlyMap<string, Interface> | undefined,
  t: Translate,
): string {
  const { text } = configs
  const words = typeof text === 'string' ? text.trim() : ''
  return nameOf({ configs }, interfaces) ?? (words || t(catalogueEntry(type).name))
}
