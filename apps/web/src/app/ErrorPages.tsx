import { Button } from '@mantine/core'
import { IconError404, IconMoodSad } from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import { useTabTitle } from '../platform/page/brand.ts'
import { useText } from '../platform/texts.tsx'
import { useGo } from '../ui/Link.tsx'
import './errors.css'
import { report } from './report.ts'

function ErrorPage({ icon, title, hint, children }: { icon: ReactNode; title: string; hint: string; children?: ReactNode }) {
  const t = useText()
  const go = useGo()
  const { history } = useRouter()
  useTabTitle(title)
  return (
    <div className="error-page">
      <span aria-hidden>{icon}</span>
      <h1>{title}</h1>
      <p>{hint}</p>
      <div className="error-actions">
        {children}
        {history.canGoBack() && (
          <Button variant="default" onClick={() => history.back()}>
            {t('ui.back')}
          </Button>
        )}
        <Button variant={children ? 'default' : 'filled'} onClick={() => go('/')}>
          {t('error.goHome')}
        </Button>
      </div>
    </div>
  )
}

/** An address that leads nowhere, or outside one's permissions. */
export function NotFoundPage() {
  const t = useText()
  return <ErrorPage icon={<IconError404 size={44} stroke={1.3} />} title={t('error.notFound')} hint={t('error.notFoundHint')} />
}

/** A page that broke while it was drawn. The rest of the farm goes on. */
export function BrokenPage({ error, reset }: { error: unknown; reset?: () => void }) {
  const t = useText()
  useEffect(() => {
    console.error(error)
    void report(error)
  }, [error])
  return (
    <ErrorPage icon={<IconMoodSad size={44} stroke={1.3} />} title={t('error.broken')} hint={t('error.brokenHint')}>
      {reset && <Button onClick={reset}>{t('ui.retry')}</Button>}
    </ErrorPage>
  )
}
