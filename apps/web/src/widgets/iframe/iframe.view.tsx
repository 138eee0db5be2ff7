import { IconExternalLink } from '@tabler/icons-react'
import { useText } from '../../platform/texts.tsx'
import { ScrollArea } from '../ScrollArea.tsx'
import { Widget } from '../Widget.tsx'
import { WidgetNote } from '../WidgetNote.tsx'
import type { WidgetProps } from '../view.ts'
import { embeddable } from './embeddable.ts'
import './iframe.css'

/**
 * IFRAME: another page within the dashboard. It runs in an origin of its own: without `allow-same-origin` it reads neither the
 * platform nor what its own site keeps in this browser.
 */
export default function IframeView({ configs: { title, url, height } }: WidgetProps<'IFRAME'>) {
  const t = useText()
  const page = embeddable(url, window.location.origin)
  const name = title || page?.host || t('widget.iframe.one')
  if (!page)
    return (
      <Widget name={name}>
        <WidgetNote>{t('widget.iframe.refused')}</WidgetNote>
      </Widget>
    )
  return (
    <Widget
      name={name}
      flush
      right={
        <a className="w-icon" href={page.href} target="_blank" rel="noopener noreferrer">
          <IconExternalLink size={16} aria-hidden />
          <span className="vh">{t('widget.iframe.open', { host: page.host })}</span>
        </a>
      }
    >
      <ScrollArea name={name} className="iframe-widget">
        <iframe
          src={page.href}
          title={name}
          height={height}
          sandbox="allow-scripts allow-forms"
          referrerPolicy="no-referrer"
          loading="lazy"
        />
      </ScrollArea>
    </Widget>
  )
}
