/** Cost of argon2id: 19 MiB and two passes, about 9 ms. Tests take less. */
export interface PasswordCost {
  memoryCost: number;
  timeCost: number;
}

export const PASSWORD_COST: PasswordCost = { memoryCost: 19_456, timeCost: 2 };
