import type { Attachment } from '@steading/contract/attachments'
import { dateTime } from '@steading/locales/format'
import {
  IconFile,
  IconFileSpreadsheet,
  IconFileText,
  IconFileTypePdf,
  IconFileTypography,
  IconPhoto,
  type TablerIcon,
} from '@tabler/icons-react'
import { useZone } from '../../platform/session/session.ts'
import { useText } from '../../platform/texts.tsx'
import { sizeOf } from '../dropzone/sizes.ts'
import './attachments.css'

/** By the beginning of its media type. */
const icons: readonly (readonly [kind: string, icon: TablerIcon])[] = [
  ['image/', IconPhoto],
  ['application/pdf', IconFileTypePdf],
  ['text/csv', IconFileSpreadsheet],
  ['application/vnd.openxmlformats-officedocument.spreadsheetml', IconFileSpreadsheet],
  ['application/vnd.openxmlformats-officedocument.wordprocessingml', IconFileTypography],
  ['text/', IconFileText],
]

/** An attachment: its kind, its name, how large it is, who added it and when. */
export function AttachmentMark({ attachment: { name, type, size, addedBy, addedUtc } }: { attachment: Attachment }) {
  const t = useText()
  const zone = useZone()
  const Icon = icons.find(([kind]) => type.startsWith(kind))?.[1] ?? IconFile
  return (
    <span className="attachment">
      <Icon size={22} stroke={1.5} aria-hidden />
      <span className="two">
        <span>{name}</span>
        <span className="num">
          {sizeOf(size, t)} · {addedBy?.shortName ?? t('ui.system')} ·{' '}
          <span className="one-line">{dateTime(addedUtc, zone, t)}</span>
        </span>
      </span>
    </span>
  )
}
