import { useText } from '../../platform/texts.tsx'
import { ScrollArea } from '../ScrollArea.tsx'
import { Widget } from '../Widget.tsx'
import { WidgetNote } from '../WidgetNote.tsx'
import type { WidgetProps } from '../view.ts'
import './stickyNote.css'

/** STICKY_NOTE: plain text with its line breaks; whoever reads it may not be led anywhere by it. */
export default function StickyNoteView({ configs: { title, text } }: WidgetProps<'STICKY_NOTE'>) {
  const t = useText()
  const name = title || t('widget.stickyNote.one')
  return (
    <Widget name={name}>
      {text.trim() === '' ? (
        <WidgetNote>{t('widget.stickyNote.empty')}</WidgetNote>
      ) : (
        <ScrollArea name={name} className="sticky-note">
          {text}
        </ScrollArea>
      )}
    </Widget>
  )
}
