// SPDX-License-Identifier: Apache-2.0
package org.rescale.compat;

/** What happens to one key, round by round. A pure function of the key's hash. */
enum KeyLife {
    OVERWRITTEN,
    DELETED,
    SINGLE_DELETED,
    REBORN,
    NEVER_BORN,
    WRITTEN_ONCE;

    /** One operation on a key. */
    enum Operation {
        NONE,
        PUT,
        DELETE,
        SINGLE_DELETE,
        MERGE
    }

    /** Rounds of writing; each ends with a flush. */
    static final int ROUNDS = 8;

    private static final int BIRTH_ROUNDS = 5;

    private static KeyLife of(long hash) {
        int lot = Mix.pick(hash, 0, 16);
        if (lot < 6) {
            return OVERWRITTEN;
        }
        if (lot < 8) {
            return DELETED;
        }
        if (lot < 10) {
            return SINGLE_DELETED;
        }
        return lot == 10 ? REBORN : lot == 11 ? NEVER_BORN : WRITTEN_ONCE;
    }

    /** Keys of this life must not be touched by anything but their own rounds and range deletions. */
    static boolean isSingleDeleted(long hash) {
        return of(hash) == SINGLE_DELETED;
    }

    /** What happens to a value or timer with this hash in {@code round}. */
    static Operation valueOperation(long hash, int round) {
        int age = round - Mix.pick(hash, 8, BIRTH_ROUNDS);
        int lifetime = 1 + Mix.pick(hash, 16, 3);
        switch (of(hash)) {
            case OVERWRITTEN:
                boolean again = age > 0 && Mix.pick(hash, 20 + round, 3) == 0;
                return age == 0 || again ? Operation.PUT : Operation.NONE;
            case DELETED:
                return age == 0 ? Operation.PUT : age == lifetime ? Operation.DELETE : Operation.NONE;
            case SINGLE_DELETED:
                return age == 0 ? Operation.PUT : age == lifetime ? Operation.SINGLE_DELETE : Operation.NONE;
            case REBORN:
                return age == 0 || age == 2 ? Operation.PUT : age == 1 ? Operation.DELETE : Operation.NONE;
            case NEVER_BORN:
                return age == 0 ? Operation.DELETE : Operation.NONE;
            default:
                return age == 0 ? Operation.PUT : Operation.NONE;
        }
    }

    /** What happens to a list with this hash in {@code round}: mostly merges, over a value, a deletion or nothing. */
    static Operation listOperation(long hash, int round) {
        int age = round - Mix.pick(hash, 8, BIRTH_ROUNDS);
        if (age < 0) {
            return Operation.NONE;
        }
        switch (Mix.pick(hash, 0, 8)) {
            case 0:
                return age == 0 ? Operation.PUT : Operation.MERGE;
            case 1:
                return age == 2 ? Operation.DELETE : age == 3 ? Operation.NONE : Operation.MERGE;
            case 2:
                return age == 2 ? Operation.DELETE : age < 2 ? Operation.MERGE : Operation.NONE;
            default:
                return Mix.pick(hash, 20 + round, 2) == 0 ? Operation.MERGE : Operation.NONE;
        }
    }
}
