import { askedConfigs } from '@steading/contract/widgets/definition'
import type { Configs } from '@steading/contract/widgets/definition'
import { withoutHouseSensors } from '@steading/contract/widgets/houseSensors'
import { definitionOf, WIDGETS } from '@steading/contract/widgets/widgets'
import type { ConfigsOf, WidgetTypeName } from '@steading/contract/widgets/widgets'
import { NotFound } from '../platform/failures.ts'

/** A widget as it is stored, its configuration in the current version of its type. */
export interface StoredWidget {
  readonly id: string
  readonly type: WidgetTypeName
  readonly configs: Configs
}

/**
 * The configuration of a widget of a type as far as its fields count, without the sensors that its house lacks.
 * @throws NotFound for another type, and for a configuration that does not hold: the widget has no content
 */
export function configsOf<T extends WidgetTypeName>(widget: Pick<StoredWidget, 'type' | 'configs'>, type: T): ConfigsOf<T> {
  if (widget.type !== type) throw new NotFound()
  const parsed = WIDGETS[type].schema.safeParse(withoutHouseSensors(askedConfigs(definitionOf(type), widget.configs)))
  if (!parsed.success) throw new NotFound()
  return parsed.data as ConfigsOf<T> // safe: the type's own schema
}
