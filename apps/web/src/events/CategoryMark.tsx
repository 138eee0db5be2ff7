import { CATEGORY_ICONS, type EventCategory } from '@steading/contract/events/events'
import {
  IconAlertTriangle,
  IconBolt,
  IconBulb,
  IconDroplet,
  IconLifebuoy,
  IconSend,
  IconServer,
  IconShieldLock,
  IconStethoscope,
  IconTemperature,
  IconTool,
  IconWheat,
  IconWind,
  type TablerIcon,
} from '@tabler/icons-react'
import { useText } from '../platform/texts.tsx'
import { categoryWord } from './words.ts'

/** By the names that the contract has for them. */
const icons: Readonly<Record<(typeof CATEGORY_ICONS)[EventCategory], TablerIcon>> = {
  temperature: IconTemperature,
  wind: IconWind,
  droplet: IconDroplet,
  wheat: IconWheat,
  bolt: IconBolt,
  stethoscope: IconStethoscope,
  'shield-lock': IconShieldLock,
  tool: IconTool,
  send: IconSend,
  lifebuoy: IconLifebuoy,
  'alert-triangle': IconAlertTriangle,
  bulb: IconBulb,
  server: IconServer,
}

/** What an event is about: its icon, and the word beside it. */
export function CategoryMark({ category }: { category: EventCategory }) {
  const t = useText()
  const Icon = icons[CATEGORY_ICONS[category]]
  return (
    <span className="category-mark">
      <Icon size={16} stroke={1.7} aria-hidden />
      {t(categoryWord[category])}
    </span>
  )
}
