import { describe, expect, it } from 'vitest';
import { readAmount, readNumber } from './read-amount.ts';

describe('an amount as people write it', () => {
  it.each([
    ['45000', 45_000],
    ['45,000', 45_000],
    ['₹ 45,000/-', 45_000],
    ['₹45000', 45_000],
    ['Rs. 45000', 45_000],
    ['Rs.45,000', 45_000],
    ['rs 45000/-', 45_000],
    ['Rs 45,000.50', 45_000.5],
    ['INR 45,000', 45_000],
    ['45,000 rupees only', 45_000],
    ['45000 Rs.', 45_000],
    ['Rs. 45,000/- only', 45_000],
    ['45,000/=', 45_000],
    ['  45000  ', 45_000],
    ['45k', 45_000],
    ['45 K', 45_000],
    ['₹45k/-', 45_000],
    ['1.2 lakh', 120_000],
    ['1.2L', 120_000],
    ['1 lac', 100_000],
    ['1.25 Lakhs', 125_000],
    ['2 crore', 20_000_000],
    ['1.5 cr', 15_000_000],
    ['12 thousand', 12_000],
    ['1,20,000', 120_000],
    ['1,200,000', 1_200_000],
    ['12,34,56,789', 123_456_789],
    ['0', 0],
    ['0.05', 0.05],
    ['19.99', 19.99],
    ['45000.', 45_000],
    ['45000.000', 45_000],
    ['0.120', 0.12],
    ['45.1200', 45.12],
    ['1.250 lakh', 125_000],
    ['45000.00', 45_000],
    ['45.123k', 45_123],
    ['０４５０００', 45_000],
    ['₹४५,०००', 45_000],
    ['१.२ lakh', 120_000],
    ['', null],
    ['   ', null],
  ])('%j is %j', (text, value) => {
    expect(readAmount(text, 'Fee')).toEqual({ value });
  });

  const cannot = 'Fee must be an amount in rupees, such as 45,000, 45k or 1.2 lakh';
  const comma = 'Fee has a comma where none belongs: write it like 450, 45,000 or 1,20,000';
  it.each([
    ['-500', 'Fee cannot be below 0'],
    ['₹ -500', 'Fee cannot be below 0'],
    ['−500', 'Fee cannot be below 0'],
    ['(500)', 'Fee cannot be below 0'],
    ['1e5', cannot],
    ['abc', cannot],
    ['Rs.', cannot],
    ['/-', cannot],
    ['only', cannot],
    ['45 000', cannot],
    ['45000-50000', cannot],
    ['45000+5000', cannot],
    ['45kk', cannot],
    ['k', cannot],
    ['lakh', cannot],
    ['2 million', cannot],
    ['1.2.3', cannot],
    ['.5', cannot],
    ['45%', cannot],
    ['$45', cannot],
    ['0x10', cannot],
    ['Infinity', cannot],
    ['constructor', cannot],
    ['45 constructor', cannot],
    ['60.000', 'Fee may mean 60,000 or 60: write it as one of them'],
    ['Rs. 45.120', 'Fee may mean 45,120 or 45.12: write it as one of them'],
    ['１.５００', 'Fee may mean 1,500 or 1.5: write it as one of them'],
    ['45000¹', cannot],
    ['45²', cannot],
    ['₹ 5⁰⁰', cannot],
    ['④५०', cannot],
    ['4½', cannot],
    ['45.123', 'Fee may have two decimals at most'],
    ['1.23456789 lakh', 'Fee may have two decimals at most'],
    ['4,50', comma],
    ['45,00', comma],
    ['30,0005,000', comma],
    ['45000,', comma],
    ['1,23', comma],
    ['123,45,678', comma],
    ['1,2 lakh', comma],
    ['45.00,0', cannot],
    ['2,00,000 crore', 'Fee is too large'],
    ['9999999999999', 'Fee is too large'],
    ['9'.repeat(400), 'Fee is too large'],
  ])('%j is refused: %s', (text, problem) => {
    expect(readAmount(text, 'Fee')).toEqual({ problem });
  });
});

describe('a plain number as people write it', () => {
  it.each([
    ['7', 7],
    [' 7 ', 7],
    ['-3', -3],
    ['−3', -3],
    ['+3', 3],
    ['-1.5', -1.5],
    ['-0', 0],
    ['1,000', 1_000],
    ['', null],
  ])('%j is %j', (text, value) => {
    expect(readNumber(text, 'Order')).toEqual({ value });
  });

  it.each(['1e5', '7²', 'first', '45k', '7a', '--3', '3-', '1.2.3', 'NaN', 'Infinity', '0x10', '.', '5.'])(
    '%j is no number',
    (text) => {
      expect(readNumber(text, 'Order')).toEqual({ problem: 'Order must be a number' });
    },
  );

  it('says what may mean two numbers', () => {
    expect(readNumber('1.500', 'Order')).toEqual({
      problem: 'Order may mean 1,500 or 1.5: write it as one of them',
    });
  });

  it('says where a comma does not belong', () => {
    expect(readNumber('1,5', 'Order')).toEqual({
      problem: 'Order has a comma where none belongs: write it like 450, 45,000 or 1,20,000',
    });
  });
});
