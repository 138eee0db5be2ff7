import { isForbidden, isGone } from '../../platform/api/failures.ts'
import { useText } from '../../platform/texts.tsx'
import { Note } from '../page/Note.tsx'
import { PageHead } from '../page/head/PageHead.tsx'
import { Failed } from './Failed.tsx'

/** A page whose one thing did not come, with the way back: it is not there, it is not for this person, or it may be tried again. */
export function FailedPage({ back, error, retry }: { back: { href: string; label: string }; error: unknown; retry: () => void }) {
  const t = useText()
  const { title, hint } = failureOf(error)
  return (
    <>
      <PageHead back={back} title={t(title)} />
      {hint ? <Note>{t(hint)}</Note> : <Failed what={t('failed.title')} error={error} retry={retry} />}
    </>
  )
}

/** What is said; without a hint another try may help. */
export function failureOf(error: unknown) {
  if (isGone(error)) return { title: 'error.notFound', hint: 'failures.NOT_FOUND' } as const
  if (isForbidden(error)) return { title: 'error.notAllowed', hint: 'failures.NOT_ALLOWED' } as const
  return { title: 'failed.page', hint: undefined } as const
}
