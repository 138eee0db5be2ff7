import type { UserDetails } from '@steading/contract/users/users'
import { session, useSignedIn } from '../../platform/session/session.ts'
import { useLanguage } from '../../platform/texts.tsx'

/** What was saved of a person; where it is oneself, the shell shows the name and speaks the language and notation at once. */
export function useSelf() {
  const { userId } = useSignedIn()
  const { setLanguage } = useLanguage()
  return {
    userId,
    saved: (fresh: UserDetails, before: UserDetails) => {
      if (fresh.userId !== userId) return
      const { displayName, shortName, language, numberFormat, dateFormat, timeZone } = fresh
      session.note({ displayName, shortName, language, numberFormat, dateFormat, timeZone })
      if (language !== before.language) setLanguage(language)
    },
  }
}
