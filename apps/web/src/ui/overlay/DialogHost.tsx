import { Suspense, lazy } from 'react'
import { useStore } from '../../platform/store.ts'
import { questions } from './dialogs.ts'

const Dialog = lazy(() => import('./Dialog.tsx'))

/** The place of confirmations and error dialogs, one at a time; fetched when the first one is needed. */
export function DialogHost() {
  const [asked] = useStore(questions)
  return asked ? (
    <Suspense fallback={null}>
      <Dialog asked={asked} />
    </Suspense>
  ) : null
}
