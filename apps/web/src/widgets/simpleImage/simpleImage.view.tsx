import { useState } from 'react'
import { useText } from '../../platform/texts.tsx'
import { Widget } from '../Widget.tsx'
import { WidgetNote } from '../WidgetNote.tsx'
import type { WidgetProps } from '../view.ts'
import './simpleImage.css'

/** SIMPLE_IMAGE: a picture. */
export default function SimpleImageView({ configs: { description, fit }, files: [file] }: WidgetProps<'SIMPLE_IMAGE'>) {
  const t = useText()
  if (!file)
    return (
      <Widget name={description || t('widget.simpleImage.one')}>
        <WidgetNote>{t('widget.simpleImage.missing')}</WidgetNote>
      </Widget>
    )
  return <Picture key={`${file.name} ${file.size}`} url={file.url} description={description} fit={fit} />
}

/** A signed address is good for some minutes: a picture that came stays, one that failed is fetched by the next address. */
function Picture({
  url,
  description,
  fit,
}: { url: string } & Pick<WidgetProps<'SIMPLE_IMAGE'>['configs'], 'description' | 'fit'>) {
  const t = useText()
  const [shown, show] = useState(url)
  const [failed, setFailed] = useState<string>()
  if (failed === shown && url !== shown) show(url)
  if (failed === url)
    return (
      <Widget name={description || t('widget.simpleImage.one')}>
        <WidgetNote>{t('widget.simpleImage.failed')}</WidgetNote>
      </Widget>
    )
  return (
    <figure className="widget image-widget">
      <img src={shown} alt={description ?? ''} className={`fit-${fit.toLowerCase()}`} onError={() => setFailed(shown)} />
    </figure>
  )
}
