import { useEffect } from 'react'
import { to } from '../app/index.ts'
import { useSession } from '../platform/session.ts'
import { useGo } from '../ui/Link.tsx'

/** A page for those who are not signed in: everybody else goes on to the farm. */
export function useNoSession(): void {
  const go = useGo()
  const here = useSession()
  useEffect(() => {
    if (here) go(to('/farmview'), { replace: true })
  }, [here, go])
}
