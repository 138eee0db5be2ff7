import { useState } from 'react'
import { useText } from '../../platform/texts.tsx'
import { Widget } from '../Widget.tsx'
import { WidgetNote } from '../WidgetNote.tsx'
import type { WidgetProps } from '../view.ts'
import './simpleImage.css'

/** SIMPLE_IMAGE: a picture. Its address is good for five minutes; one that came stays. */
export default function SimpleImageView({ configs: { description, fit }, files: [file] }: WidgetProps<'SIMPLE_IMAGE'>) {
  const t = useText()
  const [failed, setFailed] = useState<string>()
  if (!file || failed === file.url)
    return (
      <Widget name={description || t('widget.simpleImage.one')}>
        <WidgetNote>{t(file ? 'widget.simpleImage.failed' : 'widget.simpleImage.missing')}</WidgetNote>
      </Widget>
    )
  return (
    <figure className="widget image-widget">
      <img src={file.url} alt={description ?? ''} className={`fit-${fit.toLowerCase()}`} onError={() => setFailed(file.url)} />
    </figure>
  )
}
