import { IconCloudOff } from '@tabler/icons-react'
import { useText } from '../platform/texts.tsx'
import { Widget } from './Widget.tsx'

/** A widget whose sensors are gone, or lie outside this person's area. */
export function Absent({ name }: { name: string | undefined }) {
  const t = useText()
  return (
    <Widget name={name ?? t('interface.one')}>
      <div className="w-fail">
        <IconCloudOff size={18} aria-hidden />
        <span>{t('widget.missing')}</span>
      </div>
    </Widget>
  )
}
