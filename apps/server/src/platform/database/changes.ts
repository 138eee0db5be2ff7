import { AliasNode, TableNode } from 'kysely'
import type { KyselyPlugin, OperationNode, RootOperationNode } from 'kysely'

/** Kept by the platform itself, not by people: a session's stamps and token, codes that are mailed or shown. */
const UNTOLD: ReadonlySet<string> = new Set(['audit', 'sessions', 'user_codes'])

/** Notes the tables that a transaction changes. */
export const noteChanges = (note: (table: string) => void): KyselyPlugin => ({
  transformQuery({ node }) {
    for (const target of targetsOf(node)) {
      const table = AliasNode.is(target) ? target.node : target
      if (TableNode.is(table) && !UNTOLD.has(table.table.identifier.name)) note(table.table.identifier.name)
    }
    return node
  },
  transformResult: ({ result }) => Promise.resolve(result),
})

function targetsOf(node: RootOperationNode): readonly OperationNode[] {
  // Everything else changes nothing.
  // oxlint-disable-next-line typescript/switch-exhaustiveness-check
  switch (node.kind) {
    case 'InsertQueryNode':
      return node.into ? [node.into] : []
    case 'UpdateQueryNode':
      return node.table ? [node.table] : []
    case 'DeleteQueryNode':
      return node.from.froms
    default:
      return []
  }
}
