import { useEffect } from 'react'
import { to } from '../../platform/navigation/paths.ts'
import { useSession } from '../../platform/session/session.ts'
import { useGo } from '../../ui/Link.tsx'

/** Redirects signed-in users to the home page. */
export function useNoSession(): void {
  const go = useGo()
  const session = useSession()
  useEffect(() => {
    if (session) go(to('/farmview'), { replace: true })
  }, [session, go])
}
